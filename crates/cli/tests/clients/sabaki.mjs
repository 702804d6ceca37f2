// Talks to an engine as Sabaki does, through Sabaki's own library: node sabaki.mjs ENGINE
//
// The board of @sabaki/go-board is the referee: what the engine says of a position is compared with it. The order of
// commands is that of `enginesyncer.js` in Sabaki 0.52. Prints a line per step, and ends with 1 at the first that fails.

import assert from 'node:assert/strict'
import board from '@sabaki/go-board'
import gtp from '@sabaki/gtp'

const {fromDimensions} = board
const {Controller, ControllerStateTracker} = gtp
const engine = process.argv[2]
const ok = what => console.log(`ok ${what}`)

// An engine that does not answer would keep us waiting for ever.
let doing = 'start'
setTimeout(() => {
  console.error(`no answer within a minute: ${doing}`)
  process.exit(1)
}, 60_000).unref()

const controller = new Controller(engine, ['gtp'])
const tracker = new ControllerStateTracker(controller)
controller.on('command-sent', ({command}) => (doing = `${command.name} ${command.args.join(' ')}`))
controller.on('stderr', ({content}) => console.error(`engine: ${content}`))

async function ask(name, ...args) {
  const {error, content} = await controller.sendCommand({name, args})
  assert(!error, `${name} ${args.join(' ')}: ? ${content}`)
  return content
}

/// Plays a history of Sabaki's tracker on Sabaki's board.
function replay([width, height], history) {
  let position = fromDimensions(width, height)
  for (const {name, args} of history) {
    const moves = name === 'play' ? [args] : args.map(vertex => ['B', vertex])
    for (const [color, vertex] of moves) {
      if (vertex.toUpperCase() === 'PASS') continue
      position = position.makeMove(color === 'B' ? 1 : -1, position.parseVertex(vertex), {
        preventOverwrite: true, preventSuicide: true, preventKo: true
      })
    }
  }
  return position
}

/// The points on which Sabaki's board allows a move, as it does or does not see suicide and ko.
function legal(position, sign) {
  const points = []
  for (let y = 0; y < position.height; y++) {
    for (let x = 0; x < position.width; x++) {
      const {overwrite, suicide, ko} = position.analyzeMove(sign, [x, y])
      if (!overwrite && !suicide && !ko) points.push(position.stringifyVertex([x, y]))
    }
  }
  return points.sort()
}

/// Brings the engine to a position, and checks that it is there.
async function sync(boardsize, komi, history) {
  await tracker.sync({komi, boardsize, history})
  assert.deepEqual(tracker.state.boardsize, boardsize)
  assert.equal(tracker.state.history.length, history.length)
  const position = replay(boardsize, history)
  for (const [color, sign] of [['B', 1], ['W', -1]]) {
    const said = (await ask('all_legal', color)).split(/\s+/).filter(x => x !== '').sort()
    assert.deepEqual(said, legal(position, sign), `the legal moves of ${color}`)
  }
  return position
}

const play = line => line.split(' ').map((vertex, i) => ({name: 'play', args: ['BW'[i % 2], vertex]}))

// Sabaki's reading of an analysis line, in `parseAnalysis`; what it takes for granted is asserted here.
function parseAnalysis(line, position) {
  const owner = line.match(/ownership\s+(.+)/)
  let ownership = null
  if (owner) {
    ownership = owner[1].trim().split(/\s+/).map(Number)
    line = line.slice(0, owner.index)
  }
  const variations = line.split(/\s*info\s+/).slice(1).map(text => {
    const pv = text.trim().match(/(pass|[A-Za-z]\d+)(\s+(pass|[A-Za-z]\d+))*$/)
    assert(pv, `no pv at the end of: ${text}`)
    const tokens = text.slice(0, pv.index).trim().split(/\s+/)
    assert.equal(tokens.pop(), 'pv', text)
    const info = {pv: pv[0].split(/\s+/)}
    for (let i = 0; i < tokens.length; i += 2) info[tokens[i]] = tokens[i + 1]
    return info
  })
  assert(variations.length > 0, line)
  for (const {move, visits, winrate, pv} of variations) {
    assert(move === 'pass' || position.get(position.parseVertex(move)) === 0, `not a move: ${move}`)
    assert.equal(pv[0], move)
    assert.match(visits, /^\d+$/)
    const percent = winrate.includes('.') ? +winrate * 100 : +winrate / 100
    assert(percent >= 0 && percent <= 100, `winrate ${winrate}`)
  }
  return {variations, ownership}
}

/// Runs an analysis until it has reported twice, then sends another command, which must end it.
async function analyze(position, name, ...args) {
  const updates = []
  let enough
  const two = new Promise(resolve => (enough = resolve))
  const done = controller.sendCommand({name, args}, ({line, response}) => {
    assert(!response.error, `${name}: ${response.content}`)
    if (line.startsWith('info ')) updates.push(parseAnalysis(line, position))
    if (updates.length >= 2) enough()
  })
  await Promise.race([two, done.then(() => assert(updates.length >= 2, `${name} ended by itself`))])
  assert(controller.busy)
  const said = await ask('name')
  assert.match(said, /^keisei$/i)
  await done
  assert(!controller.busy)
  return updates
}

// Start: four commands at once, as Sabaki sends them.
controller.start()
const [name, version, protocol, commands] = await Promise.all(
  ['name', 'version', 'protocol_version', 'list_commands'].map(command => ask(command))
)
assert.match(name, /^keisei$/i)
assert.match(version, /^\d+\.\d+/)
assert.equal(protocol, '2')
const listed = commands.split('\n')
for (const needed of ['play', 'undo', 'genmove', 'set_free_handicap', 'rectangular_boardsize', 'time_settings',
  'analyze', 'lz-analyze', 'kata-analyze', 'loadsgf', 'all_legal', 'quit']) {
  assert(listed.includes(needed), `${needed} is not listed`)
}
assert.equal(new Set(listed).size, listed.length, 'a command is listed twice')
ok(`start: ${name} ${version}, ${listed.length} commands`)

// Walking through a game tree: forward, back by `undo` into another branch, and to boards of other shapes.
const square = [19, 19]
const opening = play('Q16 D4 Q3 D16 R5 O17')
await sync(square, 6.5, opening)
await sync(square, 6.5, opening.slice(0, 4))
await sync(square, 6.5, [...opening.slice(0, 4), ...play('C6 C14')])
await sync(square, 0, [])
const ko = play('D5 E5 C4 F4 D3 E3 E4 D4')
const inKo = await sync(square, 7.5, ko)
assert(!legal(inKo, 1).includes('E4') && legal(inKo, -1).includes('E4'), 'the test itself has no ko')
await sync([13, 9], 6.5, play('D5 G5 pass C3'))
await sync([9, 9], 0.5, [{name: 'set_free_handicap', args: ['C3', 'G7']}, {name: 'play', args: ['W', 'E5']}])
await tracker.sync({timeSettings: {mainTime: 600, byoyomiTime: 30, byoyomiStones: 5}})
ok('sync: forward, back, branches, ko, 13x9, handicap, time')

// A game against itself, the tracker writing down what `genmove` answers.
await sync([9, 9], 6.5, [])
for (let i = 0; i < 20; i++) {
  const {error, content} = await tracker.queueCommand({name: 'genmove', args: ['BW'[i % 2]]})
  assert(!error, content)
  assert.match(content, /^([A-HJ]\d|pass)$/i)
  assert.equal(tracker.state.history.length, i + 1)
}
// Throws when Sabaki's board does not allow a move.
const game = [...tracker.state.history]
await sync([9, 9], 6.5, game)
ok(`genmove: ${game.map(({args}) => args[1]).join(' ')}`)

// Analysis, ended by the next command.
const position = await sync(square, 6.5, play('Q16'))
for (const command of ['analyze', 'lz-analyze', 'kata-analyze']) {
  const updates = await analyze(position, command, 'W', '10')
  ok(`${command}: ${updates.length} updates of ${updates[0].variations.length} moves`)
}
for (const [color, sign] of [['B', 1], ['W', -1]]) {
  for (const {ownership} of await analyze(position, 'kata-analyze', color, '10', 'ownership', 'true')) {
    assert.equal(ownership.length, 361)
    assert(ownership.every(x => x >= -1 && x <= 1))
    // Row-major from the top left, from the side that was asked for: the stone on Q16 is Black's.
    assert(sign * ownership[3 * 19 + 15] > 0, `Q16 for ${color}: ${ownership[3 * 19 + 15]}`)
  }
}
ok('kata-analyze: 361 numbers of ownership, from the side to move')
await sync(square, 6.5, play('Q16 D4'))
ok('the engine goes on after an analysis')

const unknown = await controller.sendCommand({name: 'no_such_command'})
assert(unknown.error)
// The library calls the exit code a signal.
const {signal: code} = await controller.stop()
assert.equal(code, 0, `exit code ${code}`)
ok('quit')
