/** Properties draw the same cases in every run, so that results can be compared; PROPERTY_SEED=7 draws others. */
export const SEED = Number(process.env.PROPERTY_SEED ?? 20_260);
