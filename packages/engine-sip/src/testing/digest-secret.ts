import { ha1 } from '@alo/sip';

/** A secret as the engine is given it: of a user's password, as hashes. */
export const digestSecret = (user: string, domain: string, password: string, id = user) => ({
  id,
  ha1Md5: ha1('MD5', user, domain, password),
  ha1Sha256: ha1('SHA-256', user, domain, password),
});
