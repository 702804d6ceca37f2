//! x
use keisei_cgt::*;
use std::time::Instant;
fn main() {
    let run = |name: &str, texts: Vec<String>, fold: bool| {
        let mut store = Store::new(Limits{nodes: 10_000_000, work: u64::MAX});
        let games: Vec<Game> = texts.iter().map(|t| store.parse(t).unwrap()).collect();
        let begun = Instant::now();
        let r = if fold { let mut s=Game::ZERO; let mut e=Ok(()); for &g in &games { match store.add(s,g) {Ok(x)=>s=x, Err(x)=>{e=Err(x);break}} } e.map(|_|s) } else { store.sum(&games) };
        println!("{name} fold={fold}: {:?} nodes {} {:?}", begun.elapsed(), store.len(), r.map(|r| (store.stop(r, Side::Left).unwrap().to_string(), store.temperature(r).map(|x|x.to_string()))));
    };
    for n in [7, 10, 15, 20] {
        for fold in [false, true] {
            run(&format!("switches {n}"), (1..=n).map(|k| format!("±{k}")).collect(), fold);
            run(&format!("gote-ish3 {n}"), (1..=n).map(|k| format!("{{{}||{}|{}}}", 3*k, 0, -k)).collect(), fold);
            run(&format!("a||b|c {n}"), (1..=n).map(|k| format!("{{{}||{}|{}}}", 2*k+3, k, -k)).collect(), fold);
            if n<=15 || !fold {
            run(&format!("k||0|-k {n}"), (1..=n).map(|k| format!("{{{}||0|{}}}", k, -k)).collect(), fold);
            if n<=7 {run(&format!("sente {n}"), (1..=n).map(|k| format!("{{{}||0|{}}}", k, -100+k)).collect(), fold);}
            }
        }
    }
    fastrand::seed(7);
    for n in [7, 8, 9, 10, 12] {
            let t: Vec<String> = (0..n).map(|_| {let c=fastrand::i32(-20..0); let b=c+fastrand::i32(1..20); let a=b+fastrand::i32(1..20); format!("{{{a}||{b}|{c}}}")}).collect();
            run(&format!("random {n}"), t, false);
    }
}
