//! What `keisei zones` found, as JSON: the report of `judge` with more keys.

use keisei::Evaluation;
use keisei::zones::{Divider, DoubleThreat, Group, Territory, Zone};
use keisei_goban::{Color, Game};
use serde::Serialize;

use super::{judgement, line, vertices};

#[derive(Serialize)]
pub(super) struct ZonesReport {
    dividers: Vec<DividerReport>,
    zones: Vec<ZoneReport>,
    groups: Vec<GroupReport>,
    double_threats: Vec<ThreatReport>,
}

#[derive(Serialize)]
struct DividerReport {
    color: char,
    name: &'static str,
    status: &'static str,
    links: bool,
    ends: [String; 2],
    area: Vec<String>,
}

#[derive(Serialize)]
struct ZoneReport {
    color: char,
    status: &'static str,
    closed: bool,
    points: Vec<String>,
    controlled: usize,
    entered: usize,
    weak_stones: usize,
    living_stones: usize,
    weak_walls: usize,
}

#[derive(Serialize)]
struct GroupReport {
    color: char,
    status: &'static str,
    evidence: &'static str,
    stones: Vec<String>,
    liberties: usize,
    room: usize,
    eyes: usize,
    reach: usize,
    friends: usize,
    enemies: usize,
}

#[derive(Serialize)]
struct ThreatReport {
    color: char,
    #[serde(rename = "move")]
    point: String,
    areas: Vec<AreaReport>,
}

#[derive(Serialize)]
struct AreaReport {
    points: Vec<String>,
    intruders: Vec<String>,
    strikes: Vec<String>,
    answers: Vec<String>,
}

/// The JSON of `zones`, as one line.
pub fn zones(
    game: &Game,
    evaluation: &Evaluation,
    territory: &Territory,
    threats: &[DoubleThreat],
) -> String {
    let mut report = judgement("zones", game, evaluation);
    report.zones = Some(ZonesReport {
        dividers: Color::ALL.iter().flat_map(|&color| territory.dividers(color)).map(divider).collect(),
        zones: territory.zones().iter().map(zone).collect(),
        groups: territory.groups().iter().map(group).collect(),
        double_threats: threats.iter().map(threat).collect(),
    });
    line(&report)
}

fn divider(divider: Divider) -> DividerReport {
    DividerReport {
        color: divider.color.letter(),
        name: divider.name,
        status: divider.status.name(),
        links: divider.links,
        ends: [
            divider.end.to_string(),
            divider.other_end.map_or_else(|| "edge".to_string(), |end| end.to_string()),
        ],
        area: vertices(divider.area),
    }
}

fn zone(zone: &Zone) -> ZoneReport {
    ZoneReport {
        color: zone.color.letter(),
        status: zone.status.name(),
        closed: zone.closed,
        points: vertices(zone.points),
        controlled: zone.features.controlled,
        entered: zone.features.entered,
        weak_stones: zone.features.weak_stones,
        living_stones: zone.features.living_stones,
        weak_walls: zone.features.weak_walls,
    }
}

fn group(group: &Group) -> GroupReport {
    GroupReport {
        color: group.color.letter(),
        status: group.status.name(),
        evidence: group.proof.map_or("estimated", keisei::Proof::name),
        stones: vertices(group.stones),
        liberties: group.features.liberties,
        room: group.features.room,
        eyes: group.features.eyes,
        reach: group.features.reach,
        friends: group.features.friends,
        enemies: group.features.enemies,
    }
}

fn threat(threat: &DoubleThreat) -> ThreatReport {
    let areas = threat.areas.iter().map(|area| AreaReport {
        points: vertices(area.points),
        intruders: vertices(area.intruders),
        strikes: vertices(area.strikes),
        answers: vertices(area.answers),
    });
    ThreatReport { color: threat.color.letter(), point: threat.point.to_string(), areas: areas.collect() }
}
