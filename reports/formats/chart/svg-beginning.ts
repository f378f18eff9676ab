/** How every chart begins, so that an earlier run's file is known. Apart from the drawing, which loads a large library. */
export const svgBeginning = '<svg role="img" aria-label="at-capacity: ';
