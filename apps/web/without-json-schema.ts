import type { Plugin } from 'vite';

/**
 * Leaves out how zod writes a schema as JSON Schema, which only the server does: the console would fetch it, two kilobytes
 * compressed, before anybody can sign in. Where zod's own files look different one day, the sign-in is heavier again.
 */
export const withoutJsonSchema = (): Plugin => ({
  name: 'without-json-schema',
  apply: 'build',
  transform: {
    filter: { id: /zod\/v4\/classic\/schemas\.js$/ },
    handler: (code) => ({ code: code.replaceAll(/inst\._zod\.processJSONSchema = .*$/gm, ''), map: null }),
  },
});
