/**
 * `node:http` without `fetch`: whoever imports it by name has all of its exports read at once, WebSocket among them, and holds 6 MB
 * more from then on.
 */
export const http = process.getBuiltinModule('node:http');
