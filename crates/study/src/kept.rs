//! What a study has found so far, kept in a file from one run to the next.
//!
//! ```text
//!  begin     the file is read, if there is one; what is none of this study is refused
//!  during    the file is written at once, so that a place that cannot be written to is found out
//!            before any work; then every two seconds while there is something new, when the work
//!            ends, however it does, and when it is interrupted (SIGINT, SIGTERM)
//! ```
//!
//! Saving goes by time and in a thread of its own: what takes a minute is saved as soon as what
//! takes a millisecond, and studies only say what they found (`change`). After a first signal the
//! program ends as soon as all is saved, with the customary status (128 and the signal's number); if
//! that takes long, a second one ends it at once.
//!
//! Invariant: at every moment the file is whole, and holds what `change` had made at some moment.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use keisei_console::output;
use keisei_files::{open_regular, write_whole};
use serde::Serialize;
use serde::de::DeserializeOwned;
use signal_hook::consts::{SIGINT, SIGTERM};

/// What is new waits no longer than that.
const EVERY: Duration = Duration::from_secs(2);
/// A signal waits no longer than that.
const TICK: Duration = Duration::from_millis(50);
/// Signals within that time are one: `timeout` sends each twice, and a shell may pass on what the
/// terminal has sent already.
const TOGETHER: Duration = Duration::from_millis(500);

/// The state of a study: in memory, and in a file if one was named.
pub(super) struct Kept<T> {
    file: Option<PathBuf>,
    now: Mutex<Now<T>>,
}

struct Now<T> {
    state: T,
    is_new: bool,
    /// Why it could not be saved: the study shall not go on for hours then.
    failure: Option<String>,
}

impl<T: Serialize + Send> Kept<T> {
    /// What the file has, if there is one, else a new state. `resume` checks what was read, and says
    /// what is wrong with it.
    pub(super) fn begin<S: DeserializeOwned>(
        file: Option<&Path>,
        study: &str,
        new: T,
        resume: impl FnOnce(S) -> anyhow::Result<T>,
    ) -> anyhow::Result<Kept<T>> {
        let state = match file {
            Some(path) => match read(path, study)? {
                Some(saved) => resume(saved).with_context(|| path.display().to_string())?,
                None => new,
            },
            None => new,
        };
        Ok(Kept {
            file: file.map(Path::to_path_buf),
            now: Mutex::new(Now { state, is_new: false, failure: None }),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Now<T>> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks at what was found so far.
    pub(super) fn look<R>(&self, look: impl FnOnce(&T) -> R) -> R {
        look(&self.lock().state)
    }

    /// Adds what was found. It fails if what was found before could not be saved.
    pub(super) fn change<R>(&self, change: impl FnOnce(&mut T) -> R) -> anyhow::Result<R> {
        let mut now = self.lock();
        if let Some(failure) = &now.failure {
            bail!("{failure}");
        }
        now.is_new = true;
        Ok(change(&mut now.state))
    }

    /// What was found in the end.
    pub(super) fn into_state(self) -> T {
        self.now.into_inner().unwrap_or_else(PoisonError::into_inner).state
    }

    /// Works, and keeps what the work finds. `tidy` is called before the program ends by a signal.
    pub(super) fn during<R>(
        &self,
        work: impl FnOnce() -> anyhow::Result<R>,
        tidy: impl Fn() + Sync,
    ) -> anyhow::Result<R> {
        self.save()?;
        let signals = Signals::catch().context("signals cannot be caught")?;
        let (working, end) = channel::<()>();
        let outcome = std::thread::scope(|scope| {
            scope.spawn(|| self.watch(end, &signals, &tidy));
            // Dropped when the work ends, even by a panic.
            let _working = working;
            work()
        });
        // A signal may also have ended what the work needs, and the work with it.
        if let Some(signal) = signals.first() {
            self.end(signal, &tidy);
        }
        signals.release();
        let saved = self.save_new();
        let found = outcome?;
        saved?;
        Ok(found)
    }

    /// Saves until the work ends.
    fn watch(&self, end: Receiver<()>, signals: &Signals, tidy: impl Fn()) {
        let mut last = Instant::now();
        while end.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
            if let Some(signal) = signals.first() {
                self.end(signal, &tidy);
            }
            if last.elapsed() >= EVERY {
                if let Err(error) = self.save_new() {
                    self.lock().failure.get_or_insert(format!("{error:#}"));
                }
                last = Instant::now();
            }
        }
    }

    fn save_new(&self) -> anyhow::Result<()> {
        if self.lock().is_new { self.save() } else { Ok(()) }
    }

    fn save(&self) -> anyhow::Result<()> {
        let Some(path) = &self.file else { return Ok(()) };
        // The work may go on while the disk is slow.
        let bytes = {
            let mut now = self.lock();
            now.is_new = false;
            serde_json::to_vec(&now.state)?
        };
        let place = || format!("{}: the state cannot be saved; name another file", path.display());
        write_whole(path, &bytes).with_context(place).inspect_err(|_| self.lock().is_new = true)
    }

    /// Ends the program because of a signal.
    fn end(&self, signal: usize, tidy: impl Fn()) -> ! {
        let saved = self.save_new();
        tidy();
        output::complain(&match (saved, &self.file) {
            (Err(error), _) => format!("interrupted: {error:#}"),
            (Ok(()), Some(path)) => format!(
                "interrupted: what was found so far is in {}; the same command goes on from there",
                path.display()
            ),
            (Ok(()), None) => "interrupted: what was found so far is lost; --state FILE would keep it".into(),
        });
        std::process::exit(128 + signal as i32)
    }
}

/// Reads what was kept of such a study; `None` if there is nothing.
fn read<S: DeserializeOwned>(path: &Path, study: &str) -> anyhow::Result<Option<S>> {
    let name = path.display();
    let file = match open_regular(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        opened => opened.with_context(|| format!("{name}: the state cannot be read"))?,
    };
    let read = serde_json::from_reader(std::io::BufReader::new(file));
    read.map(Some).with_context(|| format!("{name}: not the state of a {study}; name another file"))
}

/// Whether the state belongs to what is studied now.
pub(super) fn ensure_same(study: &str, kept: &str) -> anyhow::Result<()> {
    if study != kept {
        bail!("belongs to another study ({kept}); name another file, or take the same arguments");
    }
    Ok(())
}

/// Signals that ask a program to end.
struct Signals {
    /// The number of the one that came; 0 if none did.
    came: Arc<AtomicUsize>,
    /// Whether the next one does what it would do if it were not caught.
    fatal: Arc<AtomicBool>,
}

impl Signals {
    fn catch() -> std::io::Result<Signals> {
        let signals = Signals { came: Arc::default(), fatal: Arc::default() };
        for signal in [SIGINT, SIGTERM] {
            signal_hook::flag::register_conditional_default(signal, signals.fatal.clone())?;
            signal_hook::flag::register_usize(signal, signals.came.clone(), signal as usize)?;
        }
        let (came, fatal) = (signals.came.clone(), signals.fatal.clone());
        // A thread of its own: the disk may be what does not answer.
        std::thread::spawn(move || {
            while came.load(Ordering::SeqCst) == 0 && !fatal.load(Ordering::SeqCst) {
                std::thread::sleep(TICK);
            }
            std::thread::sleep(TOGETHER);
            fatal.store(true, Ordering::SeqCst);
        });
        Ok(signals)
    }

    fn first(&self) -> Option<usize> {
        Some(self.came.load(Ordering::SeqCst)).filter(|&signal| signal > 0)
    }

    /// From now on they do what they usually do.
    fn release(&self) {
        self.fatal.store(true, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Numbers = Vec<u32>;

    fn begin(path: &Path) -> anyhow::Result<Kept<Numbers>> {
        Kept::begin(Some(path), "study of numbers", Vec::new(), |saved: Numbers| {
            anyhow::ensure!(saved.is_sorted(), "not sorted");
            Ok(saved)
        })
    }

    fn saved(path: &Path) -> Numbers {
        serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
    }

    #[test]
    fn what_is_new_is_saved_while_the_work_goes_on_and_at_its_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state");
        let kept = begin(&path).unwrap();
        assert!(!path.exists(), "a look at what is there changes nothing");
        let work = || {
            assert_eq!(saved(&path), [] as [u32; 0]);
            kept.change(|state| state.push(1))?;
            let begun = Instant::now();
            while saved(&path) != [1] {
                assert!(begun.elapsed() < Duration::from_secs(60), "nothing is saved");
                std::thread::sleep(TICK);
            }
            kept.change(|state| state.push(2))?;
            bail!("the work fails")
        };
        let outcome: anyhow::Result<()> = kept.during(work, || ());
        assert_eq!(outcome.unwrap_err().to_string(), "the work fails");
        assert_eq!(saved(&path), [1, 2], "what was found before is kept");
        assert_eq!(begin(&path).unwrap().into_state(), [1, 2]);
    }

    #[test]
    fn what_cannot_be_read_or_written_is_told_before_any_work() {
        let folder = tempfile::tempdir().unwrap();
        let told = |path: &Path| {
            let begun =
                begin(path).and_then(|kept| kept.during(|| -> anyhow::Result<()> { panic!() }, || ()));
            format!("{:#}", begun.unwrap_err())
        };
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            path
        };
        assert!(told(&folder.path().join("no/state")).contains("cannot be saved"));
        assert!(told(folder.path()).contains("this is a folder"));
        assert!(told(&file("other", "{}")).contains("not the state of a study of numbers"));
        assert!(told(&file("empty", "")).contains("not the state of a study of numbers"));
        assert!(told(&file("wrong", "[2,1]")).ends_with("wrong: not sorted"));
        let protected = file("protected", "[]");
        let mut permissions = std::fs::metadata(&protected).unwrap().permissions();
        permissions.set_readonly(true);
        std::fs::set_permissions(&protected, permissions).unwrap();
        assert!(told(&protected).contains("read-only"));
        #[cfg(unix)]
        assert!(told(Path::new("/dev/zero")).contains("a device"));
    }

    #[test]
    fn work_ends_when_nothing_can_be_saved_any_more() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        std::fs::create_dir(&inner).unwrap();
        let kept = begin(&inner.join("state")).unwrap();
        let work = || -> anyhow::Result<()> {
            std::fs::remove_dir_all(&inner).unwrap();
            let begun = Instant::now();
            loop {
                kept.change(|state| state.push(1))?;
                assert!(begun.elapsed() < Duration::from_secs(60), "the work goes on and on");
                std::thread::sleep(TICK);
            }
        };
        assert!(kept.during(work, || ()).unwrap_err().to_string().contains("cannot be saved"));
    }
}
