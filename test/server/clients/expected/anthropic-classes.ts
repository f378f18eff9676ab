/** Codes in `details` that have a class of their own; what it stands for is one of the status's too. */
export const anthropicCodeClasses: Readonly<Record<string, string>> = {
  enforced_spend_limit_reached: 'EnforcedSpendLimitReachedError',
};

/** Which class of `@anthropic-ai/sdk` 1.14 stands for a status. Source: the package's own code. */
export const anthropicClasses: Readonly<Record<number, string>> = {
  400: 'BadRequestError',
  401: 'AuthenticationError',
  402: 'PaymentRequiredError',
  403: 'PermissionDeniedError',
  404: 'NotFoundError',
  413: 'ContentTooLargeError',
  429: 'RateLimitError',
  500: 'InternalServerError',
  504: 'GatewayTimeoutError',
  529: 'OverloadedError',
};
