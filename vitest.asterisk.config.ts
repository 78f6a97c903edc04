import { defineConfig } from 'vitest/config';

/**
 * What an engine does and Asterisk does in another way, by the beginnings of what the tests of `engineSuite` are called. What each of them means
 * for an installation stands in docs/asterisk.md.
 */
const otherwise = [
  // Its challenges name a realm of their own where the name is unknown.
  'a wrong password and an extension that does not exist',
  // Its own offers and answers: no Opus refused in so many words, no SRTP by keys in SDP, hold in other words.
  'offers ',
  // What a reliable answer (RFC 3262) may bring is between it and its phones.
  'to a caller who requires it is said',
  'to a caller who brings no offer is ours',
  'may be answered by another offer',
  // Audio is taken from where it came first, until an answer names another place.
  'an announcement of the network is heard, and who answers',
  'an announcement that moves',
  'ringing that sounds by itself',
  // Silence is counted in whole seconds, and is not part of a message.
  'a message ends by itself',
  // Its phones are told 100 and 200, not 180 between them; refusals and REFER without news are its own.
  'a phone asks for a blind transfer',
  'a transfer to a call that is not there',
  'a phone that wants no news',
  'a carrier transfers nobody',
  'a phone takes the place of another',
  // Who knows which pieces belong together is gone with them: the call is in the history, without its recording.
  'kill -9 of the engine',
  // Who guesses is kept out by what stands before it.
  'strangers ',
];

/** Asterisk as the switch that carries our calls. `npm run test:asterisk`. */
export default defineConfig({
  test: {
    include: ['tests/asterisk/**/*.story.ts'],
    testNamePattern: new RegExp(`^(?!.*(${otherwise.join('|')}))`),
    fileParallelism: false,
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
