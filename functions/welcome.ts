import { readGatewayConfig } from '#server/config.ts';
import { messageFunction } from '#server/features/texts/endpoints/message-function.ts';

/** The 'welcome' message endpoint (spec §7) for any host that calls `fetch(request)`. */
export default { fetch: messageFunction('welcome', readGatewayConfig(process.env)) };
