/** A tool that the clients offer, and a form that they ask an answer to have: both a city and how many days. */
export const schema = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'integer' } },
  required: ['city', 'days'],
  additionalProperties: false,
} as const;

export const tool = { name: 'weather', description: 'The weather of the next days' } as const;
