/**
 * So many connections may be made before one is looked at, as far as the system allows: after a cut of the network all phones and
 * browsers come at once, and whoever finds the queue full is not refused but tries again after a second, after three and after seven.
 */
export const listenBacklog = 16_384;
