//! The shell in a pseudo-terminal.
//!
//! Nothing here sleeps: each step waits for the text of the one before.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::Command;

use assert_cmd::cargo::cargo_bin;
use rexpect::process::WaitStatus;
use rexpect::reader::Options;
use rexpect::session::{PtySession, spawn_with_options};

const UP: &str = "\x1b[A";
/// An empty line as the editor draws it, escape sequences left out.
const PROMPT: &str = "\r> \r";

/// A fresh file for the history of one test.
fn history(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder.join("state").join("history")
}

struct Terminal(PtySession);

impl Terminal {
    /// Starts the shell and waits for the prompt.
    fn open(history: &Path) -> Self {
        let mut command = Command::new(cargo_bin!("misere"));
        command.arg("shell");
        command.env("TERM", "xterm").env("NO_COLOR", "1");
        command.env("MISERE_HISTORY", history);
        // Long enough for a busy machine.
        let options = Options::new()
            .timeout_ms(Some(60_000))
            .strip_ansi_escape_codes(true);
        let mut terminal = Self(spawn_with_options(command, options).unwrap());
        terminal.sees("Ctrl-D leaves");
        terminal.prompt();
        terminal
    }

    /// Waits for a text; returns what came before it.
    fn sees(&mut self, text: &str) -> String {
        self.0.exp_string(text).unwrap()
    }

    fn prompt(&mut self) {
        self.sees(PROMPT);
    }

    /// Types without Enter.
    fn types(&mut self, keys: &str) {
        self.0.send(keys).unwrap();
        self.0.flush().unwrap();
    }

    /// Types a line and waits for its echo.
    fn enters(&mut self, line: &str) {
        self.types(line);
        self.sees(line);
        self.types("\r");
    }

    /// The answer to a line, up to the next prompt.
    fn answers(&mut self, line: &str) -> String {
        self.enters(line);
        self.sees(PROMPT)
    }

    fn presses_control(&mut self, key: char) {
        self.0.send_control(key).unwrap();
    }

    /// Ctrl-D, and the program ends well.
    fn leaves(mut self) {
        self.presses_control('d');
        self.0.exp_eof().unwrap();
        let status = self.0.process_mut().wait().unwrap();
        assert!(matches!(status, WaitStatus::Exited(_, 0)), "{status:?}");
    }
}

#[test]
fn completion_and_names() {
    let mut terminal = Terminal::open(&history("shell-completion"));
    // A command, a ruleset, a flag and its value.
    terminal.types("quo\t");
    terminal.sees("quotient ");
    terminal.types("dawsons-k\t");
    terminal.sees("dawsons-kayles");
    terminal.types(" --form\t");
    terminal.sees("--format ");
    terminal.types("js\t");
    terminal.sees("json");
    terminal.types(" --to 3\r");
    terminal.sees("\"ruleset\":\"0.07\"");
    terminal.prompt();
    // A name, once it is bound.
    terminal.answers("xylophone := 2#");
    terminal.types("show xyl\t");
    terminal.sees("show xylophone");
    terminal.types("\r");
    terminal.sees("xylophone = 2#");
    terminal.sees("[%1]");
    terminal.prompt();
    // Undo, and what follows from it, with a caret below the place.
    assert!(terminal.answers("undo").contains("xylophone is not bound"));
    let answer = terminal.answers("2 + xylophone");
    assert!(answer.contains("nothing is called `xylophone`"), "{answer}");
    assert!(answer.contains("\r\n      ^^^^^^^^^\r\n"), "{answer}");
    let answer = terminal.answers("show 2##+)");
    assert!(
        answer.contains("`)` closes nothing\r\n  2##+)\r\n      ^\r\n"),
        "{answer}"
    );
    terminal.leaves();
}

#[test]
fn history_and_several_lines() {
    let file = history("shell-history");
    let mut terminal = Terminal::open(&file);
    terminal.answers("2# + 2");
    terminal.types(UP);
    terminal.sees("2# + 2");
    terminal.types("\r");
    terminal.sees("[%2]");
    terminal.prompt();
    // An open bracket goes on in the next line.
    terminal.enters("primes (4 +");
    terminal.enters("2)#");
    terminal.sees("4[2#] has 2 prime partitions");
    terminal.prompt();
    // Ctrl-C clears the line.
    terminal.types("show nonsense");
    terminal.sees("show nonsense");
    terminal.presses_control('c');
    terminal.prompt();
    terminal.answers("time on");
    let answer = terminal.answers("*12");
    assert!(
        answer.contains("*12 = *12") && answer.contains("[%4, "),
        "{answer}"
    );
    terminal.leaves();

    // Another session knows the lines of the first, the one of two lines as one.
    let mut terminal = Terminal::open(&file);
    terminal.types(UP);
    terminal.sees("*12");
    terminal.types(&UP.repeat(2));
    terminal.sees("primes (4 +");
    terminal.sees("2)#");
    terminal.types("\r");
    terminal.sees("4[2#] has 2 prime partitions");
    terminal.prompt();
    terminal.leaves();
}

#[test]
fn ctrl_c_stops_the_computation_and_not_the_shell() {
    // A history that cannot be written is none.
    let mut terminal = Terminal::open(Path::new("/dev/null/no/history"));
    terminal.answers("x := 2+2");
    terminal.enters("quotient 0.07 --to 60");
    // It works for a second before it says so.
    terminal.sees("heap");
    terminal.presses_control('c');
    terminal.sees("stopped: cancelled");
    terminal.prompt();
    // The next command is not cancelled, and everything is still there.
    let answer = terminal.answers("compare x 32");
    assert!(answer.contains("32 = 32"), "{answer}");
    // A store that is full can be emptied.
    let answer = terminal.answers("show *40+*40 --max-nodes 200");
    assert!(
        answer.contains("stopped: the limit of 200 games is reached"),
        "{answer}"
    );
    assert!(answer.contains("`reset` empties it"), "{answer}");
    assert!(
        terminal
            .answers("reset")
            .contains("games and the results are forgotten")
    );
    let answer = terminal.answers("x --max-nodes 200");
    assert!(answer.contains("x = 32"), "{answer}");
    terminal.enters("exit");
    terminal.0.exp_eof().unwrap();
}

/// Reading a pipe would wait for ever, and so would writing to it.
#[test]
fn a_history_that_is_no_file_is_left_alone() {
    let path = history("shell-pipe");
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    let made = Command::new("mkfifo").arg(&path).status().unwrap();
    assert!(made.success());
    let mut terminal = Terminal::open(&path);
    assert!(terminal.answers("show 2+2").contains("2+2 = 32"));
    assert!(terminal.answers("show 2#").contains("2# = 2#"));
    terminal.leaves();
    assert!(!std::fs::metadata(&path).unwrap().is_file());
}
