//! Games as values that implement `Display`.

use std::fmt;

use crate::game::{Game, Universe};
use crate::limits::Stopped;

use super::write::{Notation, Written, write};

/// A game as text; see [`Universe::display`].
///
/// A text that could not be written shows why in angle brackets: `<about 52000 characters>` for
/// one longer than [`MAX_LENGTH`](Self::MAX_LENGTH), `<the time limit is reached …>` for one that
/// reached a limit of the universe. Neither can be read back as a game;
/// [`result`](Self::result) distinguishes the cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DisplayedGame(Result<Written, Stopped>);

impl DisplayedGame {
    /// The longest text, in characters. [`write()`] takes any other limit.
    pub const MAX_LENGTH: usize = 10_000;

    /// Returns the text, or why there is none.
    pub fn result(&self) -> Result<&Written, &Stopped> {
        self.0.as_ref()
    }
}

impl fmt::Display for DisplayedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Ok(Written::Text(text)) => f.pad(text),
            Ok(Written::TooLong(length)) => f.pad(&format!("<about {length} characters>")),
            Err(stopped) => f.pad(&format!("<{stopped}>")),
        }
    }
}

impl Universe {
    /// Writes a game in Conway's notation.
    ///
    /// The result does not borrow the universe, so several fit into one `println!`.
    ///
    /// ```
    /// # let mut u = misere::game::Universe::new();
    /// let g = u.eval("(2 + 2)#")?;
    /// assert_eq!(format!("{} = {}", "(2 + 2)#", u.display(g)), "(2 + 2)# = (32)#");
    /// # Ok::<(), misere::expr::ExpressionError>(())
    /// ```
    pub fn display(&mut self, g: Game) -> DisplayedGame {
        self.display_as(g, Notation::Conway)
    }

    /// Writes a game in a notation.
    ///
    /// ```
    /// use misere::notation::Notation;
    /// # let mut u = misere::game::Universe::new();
    /// let g = u.eval("2#")?;
    /// assert_eq!(u.display_as(g, Notation::Sets).to_string(), "{{0,{0}}}");
    /// assert_eq!(u.display_as(g, Notation::Tex).to_string(), r"2_{\#}");
    /// let heap = u.nim(20)?;
    /// let shown = u.display_as(heap, Notation::Sets).to_string();
    /// assert!(shown.starts_with("<about ") && shown.ends_with(" characters>"));
    /// # Ok::<(), misere::expr::ExpressionError>(())
    /// ```
    pub fn display_as(&mut self, g: Game, notation: Notation) -> DisplayedGame {
        DisplayedGame(write(self, g, notation, DisplayedGame::MAX_LENGTH))
    }
}
