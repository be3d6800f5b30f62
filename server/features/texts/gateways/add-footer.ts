import type { Gateway, Gateways } from './gateway.ts';

/** Gateways that send every text with the operator's words below it (TEXT_FOOTER). Lists and exports show it without them. */
export function addFooter(gateways: Gateways, footer: string | undefined): Gateways {
  if (!footer) return gateways;
  const withFooter = (gateway: Gateway): Gateway => ({
    ...gateway,
    send: (text, signal) => gateway.send({ ...text, message: `${text.message}\n${footer}` }, signal),
  });
  return Object.fromEntries(Object.entries(gateways).map(([kind, gateway]) => [kind, withFooter(gateway)]));
}
