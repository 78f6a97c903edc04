/** How the browser's phone speaks SIP, whichever library does. Specification §7: registered for 60 s, no session timers. */
export const registerExpiresSeconds = 60;
/** The header in which the switchboard says how it calls a call. */
export const callName = 'X-Alo-Call';
/** With a registration: the person would be heard by nobody. */
export const withoutMicrophone = 'X-Alo-Microphone: none';
/** The libraries' own limits would refuse a call (408, 480) while a queue still rings. */
export const ringSeconds = 180;
/** A session's secret may reach the registrar a moment after the session began; a wrong one is asked for ever more rarely. */
export const refusedWaitMs = 1_000;
/** An offer is answered within a round trip or two. */
export const offerAgainMs = 100;
export const dtmf = { duration: 100, interToneGap: 70 };
