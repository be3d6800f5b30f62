import type { Config, GatewayConfig } from '#server/config.ts';
import { androidGateway } from './android-gateway.ts';
import type { Gateway, Gateways } from './gateway.ts';
import { httpGateway } from './http-gateway.ts';
import { twilioGateway } from './twilio-gateway.ts';
import { isReachable, WEBHOOKS } from './webhook-addresses.ts';

type Settings = GatewayConfig & Partial<Pick<Config, 'appUrl'>>;

/** The gateway for each kind of text: its message endpoint, or else the Android phone, or else Twilio, or none. */
export function createGateways(config: Settings, call: { timeoutMs?: number; via?: string } = {}): Gateways {
  const { generalMessageUrl, welcomeMessageUrl, messageEndpointSecret: secret, android, twilio, appUrl } = config;
  const statusCallback = isReachable(appUrl) ? `${appUrl}${WEBHOOKS.twilio}` : undefined;
  const shared = android
    ? androidGateway({ ...android, ...call, noReports: noReports(config) })
    : twilio && twilioGateway({ ...twilio, ...call, statusCallback });
  const gateway = (address: string | undefined) => (address ? httpGateway({ ...call, address, secret }) : shared);
  const [general, welcome] = [gateway(generalMessageUrl), gateway(welcomeMessageUrl)];
  return { ...(general && { general }), ...(welcome && { welcome }) };
}

function noReports({ android, appUrl }: Settings): string | undefined {
  if (!android?.webhookKey) return 'ANDROID_WEBHOOK_KEY is not set';
  return isReachable(appUrl) ? undefined : 'APP_URL is no https address';
}

/** Adds the operator's words (TEXT_FOOTER) to every text. Lists and exports show it without them. */
export function addFooter(gateways: Gateways, footer: string | undefined): Gateways {
  if (!footer) return gateways;
  const withFooter = (gateway: Gateway): Gateway => ({
    ...gateway,
    send: (text, signal) => gateway.send({ ...text, message: `${text.message}\n${footer}` }, signal),
  });
  return Object.fromEntries(Object.entries(gateways).map(([kind, gateway]) => [kind, withFooter(gateway)]));
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
  if (config.twilio && !used.has('twilio')) lines.push(`Twilio is not used for texts: ${first} first`);
  if (config.twilio?.callsFrom) lines.push(`phone calls: Twilio, from ${config.twilio.callsFrom}`);
  return lines;
}
