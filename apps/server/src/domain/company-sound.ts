/** The name of a sound in the file store. */
export const soundFile = (audioId: string): string => `${audioId}.wav`;

/** How the engine knows a sound that a company brought: a key of its prompt store. */
export const companySound = (tenantId: string, audioId: string): string => `company/${tenantId}/${soundFile(audioId)}`;
