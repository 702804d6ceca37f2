// Answers with tsumego.js what a colour may play, for benches/life.rs: a line `W SGF` in, where a stone of the
// group is marked by MA; out `= MOVE` in the letters of SGF, or `=` if there is none, and an empty line, as in
// GTP. The package is looked for as node does, so that NODE_PATH may name the folder it is in.

const readline = require("readline");
const { Solver } = require("tsumego.js");

const lines = readline.createInterface({ input: process.stdin, terminal: false });
lines.on("line", (line) => {
  const [color, sgf] = line.split(" ");
  let answer;
  try {
    const move = new Solver(sgf).solve(color);
    const point = /\[([a-s]{2})\]/.exec(move || "");
    answer = point ? `= ${point[1]}` : "=";
  } catch (error) {
    answer = `? ${String(error.message).split("\n")[0]}`;
  }
  process.stdout.write(`${answer}\n\n`);
});
