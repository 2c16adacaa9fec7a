//! `misere play`: a game against a perfect opponent.

mod opponent;
mod read;
mod reason;
mod table;

use std::io::IsTerminal;

use clap::Args;

use misere::expr::{HeapTerm, summands};
use misere::game::Outcome;
use misere::play::{Convention, Move, Sum};

use super::failure::Failure;
use super::input::read_line;
use super::session::Session;
use super::{Answer, Format};
use read::Entry;
use table::Table;

/// Play a sum against a perfect opponent
///
/// Type a move as in `5 -> 1` or `kayles(9) -> 3+4`, or its number in the list that `?` shows. Type
/// `hint` for a winning move, `why` for the answer to every move, `undo` to take back your last move,
/// and `quit` to leave. In misère play the player who makes the last move loses.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere play 5+4+2\n  \
    misere play 'kayles(9) + kayles(5)' --second\n  \
    misere play 'totient(30) + dividing(12)' --normal\n  \
    printf '2 -> 1\\nhint\\nquit\\n' | misere play 5+4+2")]
pub(super) struct Play {
    /// The position
    #[arg(value_name = "EXPR")]
    expression: String,

    /// Normal play: the player who makes the last move wins
    #[arg(long)]
    normal: bool,

    /// The program makes the first move
    #[arg(long)]
    second: bool,
}

/// Who is to move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Player {
    You,
    Program,
}

/// What follows from a line that was typed.
enum Next {
    /// It is still your turn.
    Stay,
    /// A move was made.
    Moved,
    /// The player leaves.
    Leave,
}

impl Play {
    pub(super) fn run(mut self, session: &mut Session) -> Result<Answer, Failure> {
        session.require_format("play", &[Format::Text])?;
        self.expression = session.with_files(&self.expression)?;
        let syntax = session.read_position(&self.expression)?;
        for (_, id) in summands(&syntax) {
            let term = HeapTerm::at(&syntax, id)
                .map_err(|error| Failure::Input(error.render(&self.expression)))?;
            if let Some(term) = term.filter(|term| term.ruleset.is_loopy()) {
                let message = format!("play of `{}` may never end", term.ruleset.called());
                let hint = "`misere moves --normal` finds out who wins such a sum, if anybody does";
                return Err(Failure::input(&message, Some(hint)));
            }
        }
        let sum = Sum::read(&syntax, &mut session.universe)
            .map_err(|error| Failure::in_play(error, &self.expression))?;
        let convention = if self.normal {
            Convention::Normal
        } else {
            Convention::Misere
        };
        let mut table = Table::new(session, sum, convention, &self.expression);
        self.play(&mut table)?;
        Ok(Answer::Yes)
    }

    fn play(&self, table: &mut Table<'_>) -> Result<(), Failure> {
        let (play, who) = if self.normal {
            ("normal", "wins")
        } else {
            ("misère", "loses")
        };
        let position = table.position()?;
        table.say(&format!(
            "{position} in {play} play: the player who makes the last move {who}"
        ))?;
        table.say("type a move as in 5 -> 1, or ? for the moves, hint, why, undo, quit")?;
        let mut turn = if self.second {
            Player::Program
        } else {
            Player::You
        };
        loop {
            if table.is_over()? {
                return self.farewell(table, turn);
            }
            match turn {
                Player::Program => {
                    opponent::moves(table)?;
                    turn = Player::You;
                }
                Player::You => match your_turn(table)? {
                    Next::Stay => {}
                    Next::Moved => turn = Player::Program,
                    Next::Leave => return Ok(()),
                },
            }
        }
    }

    /// Says who won: nobody can move, and the player to move did not make the last move.
    fn farewell(&self, table: &mut Table<'_>, to_move: Player) -> Result<(), Failure> {
        let last_mover_wins = self.normal;
        let you_moved_last = to_move == Player::Program;
        let last = match (table.moves_made(), you_moved_last) {
            (0, _) => "there is no move",
            (_, true) => "you made the last move",
            (_, false) => "I made the last move",
        };
        let verdict = if you_moved_last == last_mover_wins {
            "you win"
        } else {
            "you lose"
        };
        table.say(&format!("{last}: {verdict}"))
    }
}

fn your_turn(table: &mut Table<'_>) -> Result<Next, Failure> {
    table.prompt()?;
    let Some(line) = read_line("your move")? else {
        return Ok(Next::Leave);
    };
    if !std::io::stdin().is_terminal() {
        // The output of a script shows what was typed as well.
        table.say(&format!("> {}", line.trim()))?;
    }
    match line.trim() {
        "" => Ok(Next::Stay),
        "q" | "quit" | "exit" => Ok(Next::Leave),
        "?" | "moves" | "help" => table.list().map(|()| Next::Stay),
        "h" | "hint" => hint(table).map(|()| Next::Stay),
        "w" | "why" => reason::answers(table).map(|()| Next::Stay),
        "u" | "undo" => {
            if table.undo() {
                let position = table.position()?;
                table.say(&format!("back to {position}"))?;
            } else {
                table.say("there is nothing to take back")?;
            }
            Ok(Next::Stay)
        }
        text => match read::read(table, text)? {
            Entry::Move(m) => {
                let made = table.described(&m)?;
                table.make(&m)?;
                let position = table.position()?;
                table.say(&format!("you: {made}, leaving {position}"))?;
                Ok(Next::Moved)
            }
            Entry::NotAMove(message) => table.say(&message).map(|()| Next::Stay),
        },
    }
}

/// Shows a move that wins and why, or says that there is none.
fn hint(table: &mut Table<'_>) -> Result<(), Failure> {
    let winning: Option<Move> = table
        .analysis()?
        .moves
        .iter()
        .find(|m| m.result == Outcome::P)
        .cloned();
    let Some(m) = winning else {
        let why = reason::of_position(table)?;
        return table.say(&format!("no move wins: {why}"));
    };
    let described = table.described(&m)?;
    table.make(&m)?;
    let why = reason::of_position(table)?;
    table.take_back();
    table.say(&format!("{described} wins: {why}"))
}
