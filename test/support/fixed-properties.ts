import fc from 'fast-check';

// Properties try the same cases in every run, so that a change fails for what it changes and never for its luck.
// `PROPERTY_SEED=$RANDOM npx vitest run` looks for cases that nobody has tried yet.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.PROPERTY_SEED ?? 7) });
