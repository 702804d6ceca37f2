//! A game record: a tree of nodes, each with properties.

use std::borrow::Cow;
use std::num::NonZeroU32;

use super::value;
use super::{SgfError, Warning};

/// A node of a [`Record`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(NonZeroU32); // One more than its index, so that an absent one takes no room.

impl NodeId {
    fn from_index(index: usize) -> NodeId {
        NodeId(NonZeroU32::new(index as u32 + 1).expect("records are limited to fewer nodes"))
    }

    fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// After so many warnings the rest is summed up: an untidy file must not be repeated in warnings.
pub(super) const ENOUGH_WARNINGS: usize = 20;

/// A stretch of the record's text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) start: u32,
    pub(super) end: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct PropertySpans {
    pub(super) name: Span,
    /// Which of the record's values are its own.
    pub(super) values: Span,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) parent: Option<NodeId>,
    pub(super) first_child: Option<NodeId>,
    pub(super) last_child: Option<NodeId>,
    pub(super) next_sibling: Option<NodeId>,
    /// Which of the record's properties are its own.
    pub(super) properties: Span,
    /// Where in the text it begins.
    pub(super) start: u32,
}

/// A game record: nodes in the order in which they were written.
///
/// All text lies in one string; nodes, properties and values are places in it. A change appends:
/// the properties of a changed node move to the end of their array, new text to the end of the
/// string.
#[derive(Clone, Debug)]
pub struct Record {
    pub(super) text: String,
    pub(super) nodes: Vec<Node>,
    pub(super) properties: Vec<PropertySpans>,
    pub(super) values: Vec<Span>,
    /// The line of the file on which the text begins.
    pub(super) first_line: usize,
    pub(super) warnings: Vec<Warning>,
}

impl Record {
    /// The most nodes a record may have.
    const MAX_NODES: usize = 4_000_000;

    /// A record of one node without properties.
    pub fn new() -> Record {
        let mut record = Record {
            text: String::new(),
            nodes: Vec::new(),
            properties: Vec::new(),
            values: Vec::new(),
            first_line: 1,
            warnings: Vec::new(),
        };
        record.nodes.push(Node {
            parent: None,
            first_child: None,
            last_child: None,
            next_sibling: None,
            properties: Span { start: 0, end: 0 },
            start: 0,
        });
        record
    }

    /// The first node.
    pub fn root(&self) -> NodeId {
        NodeId::from_index(0)
    }

    /// The number of nodes.
    #[allow(clippy::len_without_is_empty)] // There is always a root.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// What was untidy about it.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    pub(super) fn warn(&mut self, warning: Warning) {
        match self.warnings.len() {
            0..ENOUGH_WARNINGS => self.warnings.push(warning),
            ENOUGH_WARNINGS => {
                self.warnings.push(Warning { message: "and more of the kind".into(), ..warning })
            }
            _ => {}
        }
    }

    /// The node before this one.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).parent
    }

    /// The nodes after this one, the main line first.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.node(node).first_child, |&child| self.node(child).next_sibling)
    }

    /// The root, its first child, that node's first child, and so on.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(self.root()), |&node| self.node(node).first_child)
    }

    /// The line of the file on which a node begins.
    pub fn line(&self, node: NodeId) -> usize {
        let before = &self.text.as_bytes()[..self.node(node).start as usize];
        self.first_line + before.iter().filter(|&&b| b == b'\n').count()
    }

    /// The properties of a node, in the order in which they were written.
    pub fn properties(&self, node: NodeId) -> impl Iterator<Item = Property<'_>> {
        let Span { start, end } = self.node(node).properties;
        self.properties[start as usize..end as usize]
            .iter()
            .map(|spans| Property { record: self, spans: *spans })
    }

    /// The first value of a property, with escapes and line breaks resolved.
    pub fn text(&self, node: NodeId, name: &str) -> Option<Cow<'_, str>> {
        self.properties(node).find(|p| p.name() == name)?.values().next().map(value::unescape)
    }

    /// Adds a node after another.
    ///
    /// # Errors
    /// If the record has too many nodes already.
    pub fn add_node(&mut self, parent: NodeId) -> Result<NodeId, SgfError> {
        let start = self.text.len() as u32;
        self.append_node(parent, start)
    }

    pub(super) fn append_node(&mut self, parent: NodeId, start: u32) -> Result<NodeId, SgfError> {
        if self.nodes.len() >= Record::MAX_NODES {
            return Err(SgfError::TooLarge { line: self.first_line, limit: "4 million nodes" });
        }
        let node = NodeId::from_index(self.nodes.len());
        let end = self.properties.len() as u32;
        self.nodes.push(Node {
            parent: Some(parent),
            first_child: None,
            last_child: None,
            next_sibling: None,
            properties: Span { start: end, end },
            start,
        });
        let before = self.nodes[parent.index()].last_child.replace(node);
        match before {
            Some(sibling) => self.nodes[sibling.index()].next_sibling = Some(node),
            None => self.nodes[parent.index()].first_child = Some(node),
        }
        Ok(node)
    }

    /// Adds a property to a node; values are plain text and will be escaped.
    pub fn add<V: AsRef<str>>(&mut self, node: NodeId, name: &str, values: impl IntoIterator<Item = V>) {
        let name = self.append_text(name);
        let first = self.values.len() as u32;
        for value in values {
            let span = self.append_text(&value::escape(value.as_ref()));
            self.values.push(span);
        }
        let values = Span { start: first, end: self.values.len() as u32 };
        self.append_property(node, PropertySpans { name, values });
    }

    /// Takes all properties of this name off a node.
    pub fn remove(&mut self, node: NodeId, name: &str) {
        let kept: Vec<PropertySpans> =
            self.properties(node).filter(|p| p.name() != name).map(|p| p.spans).collect();
        let start = self.properties.len() as u32;
        self.properties.extend(kept);
        self.nodes[node.index()].properties = Span { start, end: self.properties.len() as u32 };
    }

    pub(super) fn append_text(&mut self, text: &str) -> Span {
        let start = self.text.len() as u32;
        self.text.push_str(text);
        Span { start, end: self.text.len() as u32 }
    }

    pub(super) fn append_property(&mut self, node: NodeId, property: PropertySpans) {
        let Span { start, end } = self.node(node).properties;
        let mut range = Span { start, end: end + 1 };
        if end as usize != self.properties.len() {
            // Others came after: move to the end.
            range.start = self.properties.len() as u32;
            self.properties.extend_from_within(start as usize..end as usize);
            range.end = self.properties.len() as u32 + 1;
        }
        self.properties.push(property);
        self.nodes[node.index()].properties = range;
    }

    pub(super) fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.index()]
    }

    pub(super) fn slice(&self, span: Span) -> &str {
        &self.text[span.start as usize..span.end as usize]
    }
}

impl Default for Record {
    fn default() -> Record {
        Record::new()
    }
}

/// Records are equal when they have the same nodes in the same tree, with the same properties and
/// values as written.
impl PartialEq for Record {
    fn eq(&self, other: &Record) -> bool {
        let tree = |record: &Record| {
            record.nodes.iter().map(|n| (n.parent, n.first_child, n.next_sibling)).collect::<Vec<_>>()
        };
        tree(self) == tree(other)
            && (0..self.nodes.len()).all(|i| {
                let node = NodeId::from_index(i);
                self.properties(node).eq(other.properties(node))
            })
    }
}

/// A property of a node.
#[derive(Clone, Copy)]
pub struct Property<'r> {
    record: &'r Record,
    spans: PropertySpans,
}

impl<'r> Property<'r> {
    /// Its name, such as `AB`.
    pub fn name(self) -> &'r str {
        self.record.slice(self.spans.name)
    }

    /// Its values as they were written, escapes and all.
    pub fn values(self) -> impl Iterator<Item = &'r str> {
        let Span { start, end } = self.spans.values;
        self.record.values[start as usize..end as usize].iter().map(|&span| self.record.slice(span))
    }
}

impl PartialEq for Property<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name() && self.values().eq(other.values())
    }
}

impl std::fmt::Debug for Property<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{:?}", self.name(), self.values().collect::<Vec<_>>())
    }
}
