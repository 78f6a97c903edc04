/**
 * What a message between two processes of ours is called. After a cut of the network thousands of sockets come as such messages, past all who
 * wait for other ones: a look at the name costs nothing, a schema that refuses the message as much as all the rest of taking a socket.
 */
export const messageKindOf = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'kind' in message ? message.kind : undefined;
