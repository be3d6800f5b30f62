import type { Config, GatewayConfig } from '#server/config.ts';
import { androidGateway } from './android-gateway.ts';
import type { Gateway, Gateways } from './gateway.ts';
import { httpGateway } from './http-gateway.ts';
import { twilioGateway } from './twilio-gateway.ts';
import { isReachable, WEBHOOKS } from './webhook-addresses.ts';

/** A message function has no address of its own that a gateway could report to. */
type Settings = GatewayConfig & Partial<Pick<Config, 'appUrl'>>;

/**
 * The gateway for each kind of text, from the settings: its message endpoint, or else the Android phone, or else Twilio, or
 * none.
 */
export function createGateways(config: Settings, call: { timeoutMs?: number; via?: string } = {}): Gateways {
  const { generalMessageUrl, welcomeMessageUrl, messageEndpointSecret: secret } = config;
  const shared = androidOf(config, call) ?? twilioOf(config, call);
  const gateway = (address: string | undefined) => (address ? httpGateway({ ...call, address, secret }) : shared);
  const [general, welcome] = [gateway(generalMessageUrl), gateway(welcomeMessageUrl)];
  return { ...(general && { general }), ...(welcome && { welcome }) };
}

function androidOf(config: Settings, { timeoutMs }: { timeoutMs?: number }): Gateway | undefined {
  const { android, appUrl } = config;
  if (!android) return;
  return androidGateway({
    ...android,
    noReports: noReports(config, appUrl),
    ...(timeoutMs && { timeoutMs }),
  });
}

/** Which setting is missing before the phone can report to us. */
function noReports({ android }: Settings, appUrl: string | undefined): string | undefined {
  if (!android?.webhookKey) return 'ANDROID_WEBHOOK_KEY is not set';
  return isReachable(appUrl) ? undefined : 'APP_URL is no https address';
}

function twilioOf({ twilio, appUrl }: Settings, call: { timeoutMs?: number }): Gateway | undefined {
  if (!twilio) return;
  const statusCallback = isReachable(appUrl) ? `${appUrl}${WEBHOOKS.twilio}` : undefined;
  return twilioGateway({
    ...twilio,
    statusCallback,
    ...(call.timeoutMs && { timeoutMs: call.timeoutMs }),
  });
}

/** The start-up lines: where each kind of text goes, or which setting is missing, and which gateway is set in vain. */
export function describeGateways(config: Settings): string[] {
  const gateways = createGateways(config);
  const line = (kind: 'general' | 'welcome', setting: string) =>
    `${kind} texts: ${gateways[kind]?.name ?? `recorded, no gateway set (${setting}, ANDROID_GATEWAY_URL or TWILIO_ACCOUNT_SID)`}`;
  const used = new Set(Object.values(gateways).map(({ provider }) => provider));
  const lines = [line('general', 'GENERAL_MESSAGE_URL'), line('welcome', 'WELCOME_MESSAGE_URL')];
  const first = used.has('android') ? 'the Android phone comes' : 'message endpoints come';
  if (config.android && !used.has('android')) lines.push(`The Android phone is not used: ${first} first`);
  if (config.twilio && !used.has('twilio')) lines.push(`Twilio is not used: ${first} first`);
  return lines;
}
