import { type PasskeyAnswer, passkeyAnswer } from '@alo/contract';
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';

/** The browser asks its person for a passkey, and answers the server's challenge with it. Rejects where they close the window. */
export const askPasskey = async (options: Record<string, unknown>): Promise<PasskeyAnswer> =>
  passkeyAnswer.parse(
    // Made by the server's own library, which writes the standard's JSON.
    await startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }),
  );

/** The browser makes a passkey. */
export const makePasskey = (options: Record<string, unknown>) =>
  startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON });

/** What to say of a passkey that did not come about; people close such windows on purpose. */
export const passkeyTrouble = (error: unknown): string =>
  error instanceof Error && error.name === 'InvalidStateError'
    ? 'Thiết bị này đã có khoá truy cập của bạn'
    : 'Chưa nhận được khoá truy cập. Hãy thử lại.';
