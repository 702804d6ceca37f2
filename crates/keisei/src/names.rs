//! Names that people type: methods, efforts, styles.
//!
//! Each is spelled in one place. The command line, the protocols and every other front read it by
//! [`str::parse`], write it by [`Display`](std::fmt::Display), and list the choices by
//! [`Named::ALL`].

/// A choice with a name.
pub trait Named: Copy + 'static {
    /// What is chosen, as in "there is no method `x`".
    const WHAT: &'static str;

    /// All there are, in the order in which they are shown.
    const ALL: &'static [Self];

    /// The name.
    fn name(self) -> &'static str;

    /// One line about it.
    fn summary(self) -> &'static str;
}

/// A name that means nothing here.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no {what} `{name}`: expected {expected}")]
pub struct UnknownName {
    what: &'static str,
    /// What was given, cut short if it is long.
    name: String,
    expected: String,
}

/// The choice of that name.
///
/// # Errors
/// If there is none; the error lists those there are.
pub fn find<T: Named>(name: &str) -> Result<T, UnknownName> {
    T::ALL.iter().copied().find(|one| one.name() == name).ok_or_else(|| UnknownName {
        what: T::WHAT,
        name: name.chars().take(20).collect(),
        expected: T::ALL.iter().map(|one| one.name()).collect::<Vec<_>>().join(", "),
    })
}

/// Lets a [`Named`] choice be read and written.
macro_rules! named {
    ($choice:ty) => {
        impl $choice {
            /// The name, as people type it.
            pub fn name(self) -> &'static str {
                crate::names::Named::name(self)
            }

            /// One line about it.
            pub fn summary(self) -> &'static str {
                crate::names::Named::summary(self)
            }
        }

        impl std::str::FromStr for $choice {
            type Err = crate::names::UnknownName;

            fn from_str(name: &str) -> Result<$choice, crate::names::UnknownName> {
                crate::names::find(name)
            }
        }

        impl std::fmt::Display for $choice {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(crate::names::Named::name(*self))
            }
        }

        #[cfg(feature = "serde")]
        impl serde::Serialize for $choice {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(crate::names::Named::name(*self))
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for $choice {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$choice, D::Error> {
                let name = <String as serde::Deserialize>::deserialize(deserializer)?;
                crate::names::find(&name).map_err(<D::Error as serde::de::Error>::custom)
            }
        }
    };
}

pub(crate) use named;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Method;
    use crate::judge::Effort;
    use crate::playout::Style;

    fn written_is_read<T: Named + std::str::FromStr<Err = UnknownName> + PartialEq + std::fmt::Debug>() {
        assert!(!T::ALL.is_empty());
        for &one in T::ALL {
            assert_eq!(one.name().parse(), Ok(one));
            assert!(!one.summary().is_empty());
        }
    }

    #[test]
    fn what_is_written_is_read() {
        written_is_read::<Method>();
        written_is_read::<Effort>();
        written_is_read::<Style>();
        assert_eq!(Method::Seds.to_string(), "seds");
        let error = "mighty".parse::<Effort>().unwrap_err();
        assert_eq!(error.to_string(), "there is no effort `mighty`: expected static, normal, deep");
        assert!("x".repeat(99).parse::<Method>().unwrap_err().to_string().contains("`xxxxxxxxxxxxxxxxxxxx`"));
    }
}
