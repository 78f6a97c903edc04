/** The token that a request brings, however its scheme is spelt (RFC 9110 §11.1); undefined where there is none. */
export const bearerOf = (authorization: string | undefined): string | undefined =>
  /^Bearer ([\w-]{20,200})$/i.exec(authorization ?? '')?.[1];
