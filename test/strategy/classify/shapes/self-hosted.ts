import { event, refusal } from '../../facts.ts';
import type { Shape } from './shape.ts';

export const selfHostedShapes: readonly Shape[] = [
  [
    'vLLM: queue full',
    refusal(503, { errorType: 'Service Unavailable', errorCode: '503', message: 'Request queue full.' }),
    'capacity',
    'queue_full',
  ],
  ['vLLM: scaling', refusal(503, { message: 'The model is currently scaling. Please try again later.' }), 'capacity', 'starting'],
  [
    'vLLM: context',
    refusal(400, { errorType: 'BadRequestError', errorCode: '400', message: "This model's maximum context length is 8192 tokens." }),
    'client_error',
    'context',
  ],
  ['vLLM: 404', refusal(404, { errorType: 'NotFoundError', errorCode: '404' }), 'client_error', 'not_found'],
  ['TGI: 429', refusal(429, { errorType: 'overloaded', message: 'Model is overloaded' }), 'capacity', 'overloaded'],
  ['TGI: in a stream', event({ errorType: 'overloaded', message: 'Model is overloaded' }), 'capacity', 'overloaded'],
  ['TGI: in a chat stream', event({ errorCode: '422', message: 'Model is overloaded', complete: true }), 'capacity', 'overloaded'],
  ['TGI: generation', refusal(424, { errorType: 'generation' }), 'server_error', 'model'],
  ['TGI: generation in a stream', event({ errorType: 'generation' }), 'server_error', 'model'],
  ['TGI: validation in a stream', event({ errorType: 'validation' }), 'client_error', 'invalid'],
  ['TGI: validation', refusal(422, { errorType: 'validation' }), 'client_error', 'invalid'],
  [
    'Ollama: queue full',
    refusal(503, { message: 'server busy, please try again.  maximum pending requests exceeded' }),
    'capacity',
    'queue_full',
  ],
  [
    'Ollama: queue full in a stream',
    event({ message: 'server busy, please try again.  maximum pending requests exceeded' }),
    'capacity',
    'queue_full',
  ],
  ['Ollama: 404', refusal(404, { message: 'model "x" not found, try pulling it first' }), 'client_error', 'not_found'],
  ['Ollama: 404 in a stream', event({ message: 'model "x:7b" not found, try pulling it first' }), 'client_error', 'not_found'],
  ['Ollama: key in a stream', event({ message: 'unauthorized' }), 'auth', 'key'],
  ['Ollama: permission in a stream', event({ message: 'forbidden' }), 'auth', 'permission'],
  ['Ollama: runner in a stream', event({ message: 'an error was encountered while running the model: EOF' }), 'server_error', 'model'],
  ['Ollama: parameters in a stream', event({ message: 'invalid request' }), 'client_error', 'invalid'],
  ['Ollama: 499', refusal(499, { message: 'request canceled' }), 'connection', 'closed_upstream'],
];
