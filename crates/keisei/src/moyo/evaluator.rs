/// x
#[derive(Debug)]
pub struct MoyoEvaluator;
