//! Expressions: what was written, before it is worked out.

use super::token::Relation;
use crate::Dyadic;
use crate::family::UpStar;

/// A part of what was written, and where it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Expression {
    /// So many bytes into the text.
    pub(crate) at: usize,
    /// Expressions inside each other, this one included.
    pub(crate) depth: usize,
    pub(crate) kind: Kind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Number(Dyadic),
    UpStar(UpStar),
    /// Options of Left and of Right.
    Game(Vec<Expression>, Vec<Expression>),
    /// Left's options; Right's are their negatives.
    Switch(Vec<Expression>),
    Tiny(Box<Expression>),
    /// Terms, each with whether it is subtracted.
    Sum(Vec<(Expression, bool)>),
    Multiple(i64, Box<Expression>),
    Call(Function, Vec<Expression>),
}

/// All that was written: a value, or a question about two.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Question {
    Value(Expression),
    Comparison(Expression, Relation, Expression),
}

/// What can be asked about a game by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Function {
    /// `cool(G, t)`
    Cool,
    /// `heat(G, t)`
    Heat,
    /// `mean(G)`
    Mean,
    /// `temperature(G)`
    Temperature,
    /// `left_stop(G)`
    LeftStop,
    /// `right_stop(G)`
    RightStop,
    /// `thermograph(G)`
    Thermograph,
    /// `outcome(G)`
    Outcome,
    /// `birthday(G)`
    Birthday,
    /// `atomic_weight(G)`
    AtomicWeight,
    /// `tiny(G)`
    Tiny,
    /// `miny(G)`
    Miny,
}

impl Function {
    /// All functions.
    pub const ALL: [Function; 12] = [
        Function::Cool,
        Function::Heat,
        Function::Mean,
        Function::Temperature,
        Function::LeftStop,
        Function::RightStop,
        Function::Thermograph,
        Function::Outcome,
        Function::Birthday,
        Function::AtomicWeight,
        Function::Tiny,
        Function::Miny,
    ];

    /// The function's name as it is written in expressions.
    pub fn name(self) -> &'static str {
        match self {
            Function::Cool => "cool",
            Function::Heat => "heat",
            Function::Mean => "mean",
            Function::Temperature => "temperature",
            Function::LeftStop => "left_stop",
            Function::RightStop => "right_stop",
            Function::Thermograph => "thermograph",
            Function::Outcome => "outcome",
            Function::Birthday => "birthday",
            Function::AtomicWeight => "atomic_weight",
            Function::Tiny => "tiny",
            Function::Miny => "miny",
        }
    }

    /// How many arguments it takes.
    pub(crate) fn arguments(self) -> usize {
        match self {
            Function::Cool | Function::Heat => 2,
            _ => 1,
        }
    }
}
