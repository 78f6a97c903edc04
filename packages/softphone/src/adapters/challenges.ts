const challenge = /^(?:WWW|Proxy)-Authenticate\s*:/i;
const otherAlgorithm = /[\s,]algorithm\s*=\s*"?(?!MD5\b(?!-))/i;

/**
 * Leaves of several digest challenges (RFC 8760 §2.4: one for each algorithm) those that JsSIP can answer. It knows MD5
 * only and looks at the last one whatever that is, so a server that offers SHA-256 as well could not be registered with.
 */
export function answerableChallenges(message: string): string {
  if (!/^SIP\/2\.0 40[17] /.test(message)) return message;
  const end = message.indexOf('\r\n\r\n');
  const lines = (end === -1 ? message : message.slice(0, end)).split('\r\n');
  const kept = lines.filter((line) => !(challenge.test(line) && otherAlgorithm.test(line)));
  // Where nothing would be left, JsSIP says itself that it cannot.
  if (!kept.some((line) => challenge.test(line))) return message;
  return kept.join('\r\n') + (end === -1 ? '' : message.slice(end));
}
