/** Colours that colour-blind readers can tell apart (Okabe and Ito), dark enough on white. */
export const colours = {
  errors: '#0072b2',
  p95: '#d55e00',
  goodput: '#00795a',
  ink: '#24292f',
  faint: '#57606a',
  rule: '#d0d7de',
  shade: '#dbe9f4',
  bound: '#6e7781',
} as const;

/** Told apart by colour, symbol and dash together. */
export const lineStyles = [
  { symbol: 'circle', type: 'solid' },
  { symbol: 'diamond', type: 'dashed' },
  { symbol: 'rect', type: 'dotted' },
  { symbol: 'triangle', type: [8, 3, 2, 3] },
  { symbol: 'arrow', type: [12, 4] },
  { symbol: 'pin', type: [2, 2] },
] as const;

/** A solid ground, so that a picture reads on light and dark pages alike. */
export const ground = {
  backgroundColor: '#ffffff',
  textStyle: { fontFamily: 'Helvetica, Arial, sans-serif', color: colours.ink },
} as const;

export const title = (text: string, subtext: readonly string[]) => ({
  text,
  subtext: subtext.join('\n'),
  left: 16,
  top: 12,
  itemGap: 6,
  textStyle: { fontSize: 16, color: colours.ink },
  subtextStyle: { fontSize: 12, lineHeight: 17, color: colours.faint },
});

export const axisText = { color: colours.ink, fontSize: 12 } as const;

export const valueAxis = (name: string) => ({
  type: 'value',
  name,
  nameLocation: 'middle',
  nameTextStyle: axisText,
  min: 0,
  axisLabel: axisText,
  axisLine: { show: true, lineStyle: { color: colours.faint } },
  splitLine: { lineStyle: { color: colours.rule } },
});
