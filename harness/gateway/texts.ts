/** The sentences that callers may see. None of them names a model, a provider or what it said. */
export interface Texts {
  /** While another model is tried. */
  readonly switching: string;
  /** Every try has failed; later it may work. */
  readonly busy: string;
  /** The request is at fault: its parameters or its size. */
  readonly rejected: string;
  /** The gateway's own set-up is at fault: a key, a budget, a model that is not there. */
  readonly broken: string;
}

export const usualTexts: Texts = {
  switching: 'many requests now, switching you to another line',
  busy: 'Many people are asking right now. Please try again in a minute.',
  rejected: 'This request cannot be answered as it is. Please check its parameters and its size.',
  broken: 'Something is wrong on our side, and we have been told. Please try again later.',
};
