//! What the commands of the program `keisei` share.
//!
//! Reading order: [`source`] (a file becomes a game) and [`collection`] (folders of them), the
//! options of methods and players ([`settings_args`] and its neighbours, with [`names`] for choices
//! by name), and [`output`] (what `keisei-view` makes of an answer goes where it was asked for).

pub mod collection;
pub mod moyo_args;
pub mod names;
pub mod output;
pub mod player_args;
pub mod playout_args;
pub mod safety_args;
pub mod seds_args;
pub mod settings_args;
pub mod source;
