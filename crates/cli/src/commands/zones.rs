//! `keisei zones`: dividers, the zones they cut off, and the points outside.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::ExitCode;

use clap::ValueEnum;
use keisei::method::ZonesEvaluator;
use keisei::safety::Safety;
use keisei::zones::{Areas, DoubleThreat, Group, GroupStatus, Territory, ThreatenedArea, double_threats};
use keisei::{Evaluation, Evaluator as _, Method};
use keisei_goban::{ByColor, Color, Point, PointSet};
use keisei_view::{Overlay, Shape, lead_text, report};

use keisei_console::output::{OutputArgs, counted};
use keisei_console::safety_args::SafetyArgs;
use keisei_console::source::{Source, SourceArgs};

const EXAMPLES: &str = "\
Examples:
  keisei zones game.sgf                               safe, potential and threatened zones
  keisei zones game.sgf --show dividers --side black  the lines that White cannot break through
  keisei zones game.sgf --show distances --side white distances that stop at dividers
  keisei zones game.sgf --show points                 near points, junctions, far away points
  keisei zones game.sgf --show groups                 which groups live, and why
  keisei zones game.sgf --show threats                moves that threaten two areas at once
  keisei zones game.sgf -o zones.png                  a picture
  keisei zones game.sgf --format json | jq .dividers

How it works: patterns find dividers, lines between stones or from a stone to the edge that the opponent cannot break
through. They cut the board into zones; what is small, controlled and closed is territory.
Double threats: two areas have dead stones in them that cannot get out; after one move they can, in one of the two areas, and a
single answer stops only the other. Shown with the strikes, the second moves by which they get out. JSON: double_threats, with
the answers to each threat as well. --side says whose moves are shown. What is threatened is never proved territory.
Layers in JSON: class_black, class_white (0 unused, 1 threatened, 2 potential, 3 safe, 4 divider, 5 stone), distance_black,
distance_white, connectible (1 Black, -1 White, 2 both), outside (1 near Black, -1 near White, 2 junction, 3 far away).
(Müller, Counting the Score: Position Evaluation in Computer Go)";

/// Show zones: the lines that divide the board, the territory they enclose, and the points outside
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    source: SourceArgs,

    /// Which step to show
    #[arg(long, value_name = "WHAT", default_value = "zones")]
    show: Show,

    /// Whose
    #[arg(long, value_name = "SIDE", default_value = "both")]
    side: Side,

    #[command(flatten)]
    limits: SafetyArgs,

    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Show {
    /// Dividers (crosses) and potential dividers (diamonds)
    Dividers,
    /// Safe zones (dark), potential zones (light) and threatened zones (diamonds)
    Zones,
    /// Distances from the stones, up to 5
    Distances,
    /// Outside territory: near points (light), junctions (diamonds), far away points (crosses)
    Points,
    /// Where a stone can be expected to connect; for both sides: crosses
    Connectible,
    /// Groups by number: weak ones with a ring, dead ones with a cross
    Groups,
    /// Double threats (ringed, by number): the strikes (crosses) at the areas they threaten
    /// (shaded)
    Threats,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Side {
    /// Black's
    Black,
    /// White's
    White,
    /// Both sides'
    Both,
}

impl Side {
    fn colors(self) -> &'static [Color] {
        match self {
            Side::Black => &[Color::Black],
            Side::White => &[Color::White],
            Side::Both => &Color::ALL,
        }
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    args.output.check(&args.source.file)?;
    let source = args.source.load()?;
    let position = source.game.position();
    let safety = Safety::of(position, args.limits.limits());
    let mut evaluator = ZonesEvaluator::default();
    let evaluation = evaluator.evaluate(position, &safety);
    let territory = evaluator.territory();
    let threats = |colors: &[Color]| -> Vec<DoubleThreat> {
        let of = |&color| double_threats(position, color, Some(&safety), *territory.parameters());
        colors.iter().flat_map(of).collect()
    };
    if args.show == Show::Groups && args.output.is_text() {
        args.output.deliver_text(&group_table(territory, args.side))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut overlay = match args.show {
        Show::Threats => threat_overlay(&threats(args.side.colors()), args.output.is_text()),
        _ => overlay(args, territory),
    };
    overlay.notes.push(verdict(&evaluation));
    let scene = source.scene().judged(Method::Zones, &evaluation).overlaid(&overlay);
    args.output.deliver(
        &scene,
        || report::zones(&source.game, &evaluation, territory, &threats(&Color::ALL)),
        || marked(&source, territory),
    )?;
    Ok(ExitCode::SUCCESS)
}

fn verdict(evaluation: &Evaluation) -> String {
    let terms: Vec<String> =
        evaluation.terms.iter().map(|term| format!("{} {:+.1}", term.name, term.points)).collect();
    format!("{}: {}", lead_text(evaluation.score.lead), terms.join(", "))
}

/// What stands on points as text: one piece for each side, Black's first.
struct Plain(BTreeMap<Point, String>);

impl Plain {
    fn put(&mut self, points: PointSet, text: &str) {
        for p in points {
            self.0.entry(p).or_default().push_str(text);
        }
    }
}

fn overlay(args: &Args, territory: &Territory) -> Overlay {
    let mut overlay = Overlay::default();
    let mut plain = Plain(BTreeMap::new());
    let colors = args.side.colors();
    let text = args.output.is_text();
    let chosen = |points: &dyn Fn(Color) -> PointSet| {
        ByColor::new_with(|color| if colors.contains(&color) { points(color) } else { PointSet::EMPTY })
    };
    // Signs of the two sides in text.
    let sign = |color: Color, [black, white]: [&'static str; 2]| match color {
        Color::Black => black,
        Color::White => white,
    };
    match args.show {
        Show::Dividers => {
            for &color in colors {
                let Areas { divider, potential } = territory.areas(color);
                overlay.shapes.push((divider, Shape::Cross, Some(color)));
                overlay.shapes.push((potential, Shape::Diamond, Some(color)));
                plain.put(divider, sign(color, ["B", "W"]));
                plain.put(potential, sign(color, ["b", "w"]));
                overlay.notes.push(divider_note(territory, color));
            }
            overlay.notes.push(
                if text {
                    "capital letters: dividers; small letters: potential dividers"
                } else {
                    "crosses: dividers; diamonds: potential dividers"
                }
                .into(),
            );
        }
        Show::Zones => {
            overlay.shades = chosen(&|color| territory.safe(color));
            overlay.light = chosen(&|color| territory.potential(color));
            for &color in colors {
                let threatened = territory.threatened(color) - territory.stones(!color);
                overlay.shapes.push((threatened, Shape::Diamond, Some(color)));
                plain.put(territory.safe(color), sign(color, ["■", "□"]));
                plain.put(territory.potential(color), sign(color, ["▪", "▫"]));
                plain.put(threatened, sign(color, ["b", "w"]));
                overlay.notes.push(format!(
                    "{color}: safe {}, potential {}, threatened {}",
                    territory.safe(color).len(),
                    territory.potential(color).len(),
                    territory.threatened(color).len(),
                ));
            }
            overlay.notes.push(
                if text {
                    "■ □: safe; ▪ ▫: potential; b w: threatened"
                } else {
                    "dark: safe; light: potential; diamonds: threatened"
                }
                .into(),
            );
        }
        Show::Distances => {
            let empty =
                territory.size().all() - territory.stones(Color::Black) - territory.stones(Color::White);
            for p in empty {
                let distances: Vec<u8> =
                    colors.iter().map(|&color| territory.distances(color).get(p)).collect();
                if distances.iter().any(|&d| d < territory.distances(Color::Black).most()) {
                    let numbers: Vec<String> = distances.iter().map(u8::to_string).collect();
                    overlay.labels.push((p, numbers.join("/")));
                }
            }
            let whose = if args.side == Side::Both {
                "from Black's and from White's stones"
            } else {
                "from the stones"
            };
            let most = territory.parameters().most;
            overlay.notes.push(format!(
                "numbers: distances {whose}, which stop at opposing dividers; without: {most} or more"
            ));
        }
        Show::Points => {
            overlay.light = chosen(&|color| territory.near(color));
            overlay.shapes.push((territory.junctions(), Shape::Diamond, None));
            overlay.shapes.push((territory.far_away(), Shape::Cross, None));
            plain.put(territory.junctions(), "◇");
            plain.put(territory.far_away(), "×");
            for &color in colors {
                plain.put(territory.near(color), sign(color, ["b", "w"]));
            }
            let near = |color| territory.near(color).len();
            overlay.notes.push(format!(
                "near: Black {}, White {}; junctions {}, far away {}",
                near(Color::Black),
                near(Color::White),
                territory.junctions().len(),
                territory.far_away().len(),
            ));
            overlay.notes.push(
                if text {
                    "b w: near; ◇: junction; ×: far away; without: territory"
                } else {
                    "shaded: near; diamonds: junctions; crosses: far away; without: territory"
                }
                .into(),
            );
        }
        Show::Connectible => {
            overlay.light = chosen(&|color| territory.connectible(color));
            let both = overlay.light.black & overlay.light.white;
            for color in Color::ALL {
                overlay.light[color] -= both;
                plain.put(overlay.light[color], sign(color, ["b", "w"]));
            }
            overlay.shapes.push((both, Shape::Cross, None));
            plain.put(both, "×");
            let count = |color| territory.connectible(color).len();
            overlay.notes.push(format!(
                "connectible: Black {}, White {}",
                count(Color::Black),
                count(Color::White)
            ));
            overlay.notes.push(
                if text {
                    "b w: connectible for one side; ×: for both"
                } else {
                    "shaded: connectible for one side; crosses: for both"
                }
                .into(),
            );
        }
        Show::Groups => {
            for (number, group) in numbered(territory, args.side) {
                if group.status == GroupStatus::Dead {
                    overlay.shapes.push((group.stones, Shape::Cross, None));
                    continue;
                }
                overlay.labels.extend(group.stones.iter().map(|p| (p, number.to_string())));
                if group.status == GroupStatus::Weak {
                    overlay.marks |= group.stones;
                }
            }
            overlay.notes.push("numbers: groups; with a ring: weak; with a cross: dead".into());
        }
        Show::Threats => {}
    }
    overlay.plain = plain.0.into_iter().collect();
    overlay
}

/// At most so many threats are told in words.
const MOST_TOLD: usize = 8;

fn threat_overlay(threats: &[DoubleThreat], text: bool) -> Overlay {
    let mut overlay = Overlay::default();
    let mut plain = Plain(BTreeMap::new());
    let (mut shades, mut strikes) = (ByColor::<PointSet>::default(), PointSet::EMPTY);
    for (number, threat) in (1..).zip(threats) {
        overlay.marks.insert(threat.point);
        let label = format!("{}{number}", threat.color.letter());
        match overlay.labels.iter_mut().find(|(point, _)| *point == threat.point) {
            Some((_, labels)) => *labels = format!("{labels},{number}"),
            None => overlay.labels.push((threat.point, label)),
        }
        for area in &threat.areas {
            shades[threat.color.opponent()] |= area.points;
            strikes |= area.strikes;
        }
    }
    // A threat can strike where another one begins.
    strikes -= overlay.marks;
    overlay.shapes.push((strikes, Shape::Cross, None));
    plain.put(strikes, "×");
    for (color, sign) in [(Color::Black, "■"), (Color::White, "□")] {
        plain.put(shades[color] - strikes - overlay.marks, sign);
    }
    for (point, label) in &overlay.labels {
        plain.0.insert(*point, label.clone());
    }
    overlay.shades = shades;
    overlay.plain = plain.0.into_iter().collect();
    overlay.notes.push(match threats.len() {
        0 => "no double threats".into(),
        count => counted(count, "double threat"),
    });
    for (number, threat) in (1..).zip(threats).take(MOST_TOLD) {
        let areas: Vec<String> = threat.areas.iter().map(area_note).collect();
        overlay.notes.push(format!("{number}: {} {}: {}", threat.color, threat.point, areas.join("; ")));
    }
    if threats.len() > MOST_TOLD {
        overlay.notes.push(format!("and {} more", threats.len() - MOST_TOLD));
    }
    if !threats.is_empty() {
        overlay.notes.push(
            if text {
                "B1 W1: the move that threatens; ×: strikes; ■ □: the areas, of Black and White"
            } else {
                "ringed: the move that threatens; crosses: strikes; shaded: the areas"
            }
            .into(),
        );
    }
    overlay
}

fn area_note(area: &ThreatenedArea) -> String {
    let list = |points: PointSet| points.iter().map(|p| p.to_string()).collect::<Vec<_>>().join(" ");
    let first = area.intruders.first().map_or(String::new(), |p| p.to_string());
    format!("{} around {first}, strike {}", counted(area.points.len(), "point"), list(area.strikes))
}

fn divider_note(territory: &Territory, color: Color) -> String {
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    for divider in territory.dividers(color) {
        *names.entry(divider.name).or_default() += 1;
    }
    let mut names: Vec<(&str, usize)> = names.into_iter().collect();
    names.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    if names.is_empty() {
        return format!("{color}: no dividers");
    }
    let (most, others) = names.split_at(names.len().min(6));
    let mut named: Vec<String> = most.iter().map(|(name, count)| format!("{name} {count}")).collect();
    if !others.is_empty() {
        named.push(format!("others {}", others.iter().map(|(_, count)| count).sum::<usize>()));
    }
    format!("{color}: {}", named.join("; "))
}

/// The groups of the chosen sides, each with its number.
fn numbered(territory: &Territory, side: Side) -> impl Iterator<Item = (usize, &Group)> {
    (1..).zip(territory.groups()).filter(move |(_, group)| side.colors().contains(&group.color))
}

fn group_table(territory: &Territory, side: Side) -> String {
    let mut text = String::from(
        "group  color  status  why        stones  liberties  room  eyes  reach  friends  first stone\n",
    );
    for (number, group) in numbered(territory, side) {
        let features = &group.features;
        let _ = writeln!(
            text,
            "{number:<7}{:<7}{:<8}{:<11}{:>6}{:>11}{:>6}{:>6}{:>7}{:>9}  {}",
            group.color.to_string(),
            group.status.name(),
            group.proof.map_or("estimated", keisei::Proof::name),
            features.stones,
            features.liberties,
            features.room,
            features.eyes,
            features.reach,
            features.friends,
            group.stones.first().map_or(String::new(), |p| p.to_string()),
        );
    }
    let count = |status| numbered(territory, side).filter(|(_, group)| group.status == status).count();
    let _ = writeln!(
        text,
        "{}: {} alive, {} weak, {} dead",
        counted(numbered(territory, side).count(), "group"),
        count(GroupStatus::Alive),
        count(GroupStatus::Weak),
        count(GroupStatus::Dead),
    );
    text
}

/// The record with safe territory marked on the node of the position.
fn marked(source: &Source, territory: &Territory) -> String {
    let (mut record, node) = source.record();
    record.set_territory(node, territory.size(), |p| {
        Color::ALL.into_iter().find(|&color| territory.safe(color).contains(p))
    });
    record.to_string()
}
