export { type AddressSpace, addressSpace, meansTheSame } from './address-space.ts';
export { clientAddresses } from './client-address.ts';
export { http } from './http-module.ts';
export { isOfTheInternet } from './internet-address.ts';
export { isOwnPage } from './own-page.ts';
export { plainAddress } from './plain-address.ts';
export { refuseUpgrade } from './refuse-upgrade.ts';
export { Sources } from './sources.ts';
export { addressSeenBy, type StunServer, stunServerOf } from './stun.ts';
