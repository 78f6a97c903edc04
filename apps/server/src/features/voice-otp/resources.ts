import { served } from '../../resource/served.ts';
import { otpNumber } from './otp-numbers.ts';

/** The resources of this feature. */
export const otpResources = [served(otpNumber)];
