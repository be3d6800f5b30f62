import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint, isAPIError } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { generateState, handleOAuthUserInfo, parseState } from 'better-auth/oauth2';
import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
} from 'openid-client';
import type pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { OidcRefusal } from '#contract/account/openid-connect.ts';
import { ProductError } from '#contract/errors.ts';
import type { Config } from '#server/config.ts';
import type { Limits } from '#server/limits/index.ts';
import { logRepeated } from '#server/logging/log-repeated.ts';
import type { SecurityLog } from '#server/logging/security-log.ts';
import type { Admission } from '../provider/admit-sign-up.ts';
import { addressOf, FINISH_OIDC, type HookContext, START_OIDC } from '../provider/allowed-calls.ts';
import { isInviteCode } from '../provider/open-invite.ts';
import { countOidc } from '../rate-limits/limit-calls.ts';
import { hasEndedProvider, removeLinks } from '../recovery/other-ways-in.ts';
import { createDiscovery } from './discover-issuer.ts';
import { type Claims, type Profile, profileOf } from './profile-of.ts';

/** It knows no `login`. */
const GOOGLE = 'https://accounts.google.com';

interface Dependencies {
  config: Pick<Config, 'oidc' | 'appUrl'>;
  pool: pg.Pool;
  limits: Limits;
  admission: Admission;
  securityLog: SecurityLog;
  log: Logger;
  /** @param email of an account that this provider opens from now on, and that was there before */
  onLinked(email: string): void;
}

class Refusal extends Error {
  readonly reason: OidcRefusal;

  constructor(reason: OidcRefusal, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

/** Log-in with the provider of the operator (docs/decisions/0032-openid-connect.md): two calls. */
export function oidcPlugin({ config: { oidc, appUrl }, pool, ...dependencies }: Dependencies) {
  const { limits, admission, securityLog, log, onLinked } = dependencies;
  const discover = oidc && createDiscovery(oidc);
  const redirectUri = `${appUrl}/api/identity${FINISH_OIDC}`;

  /** Answers the address of the provider's page. */
  const start = createAuthEndpoint(
    START_OIDC,
    { method: 'POST', body: z.object({ inviteCode: z.string().optional() }) },
    async (ctx) => {
      if (!discover) throw new ProductError('not_found');
      await countOidc(limits, ctx);
      const provider = await discover().catch((error) => {
        logRepeated(log, 'warn', 'the OpenID provider could not be asked', { err: error });
        throw new ProductError('unavailable', (t) => t.providerDoesNotAnswer({ name: oidc.name }));
      });
      const nonce = randomNonce();
      const { inviteCode } = ctx.body;
      const { state, codeVerifier } = await generateState(ctx, {
        idTokenNonce: nonce,
        additionalData: isInviteCode(inviteCode) && { inviteCode },
      });
      const { href } = buildAuthorizationUrl(provider, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        // Otherwise the session at the provider would let in who uses the browser after a log-out.
        prompt: oidc.issuer === GOOGLE ? 'select_account' : 'login',
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
      return ctx.json({ url: href });
    },
  );

  /** The provider sends the browser here. It goes on to /login, which shows a refusal, or what follows a log-in. */
  const finish = createAuthEndpoint(FINISH_OIDC, { method: 'GET' }, async (ctx) => {
    if (!discover) throw new ProductError('not_found');
    const state = await parseState(ctx).catch(async (error) => {
      await countOidc(limits, ctx);
      logRepeated(
        log,
        'info',
        'a log-in by OpenID Connect had no state: it took too long, or began at another address',
      );
      throw error;
    });
    let address = `${appUrl}/login`;
    try {
      await countOidc(limits, ctx);
      const answer = new URL(`${redirectUri}?${new URLSearchParams(ctx.query as Record<string, string>)}`);
      const { claims, key } = await claimsIn(await discover(), answer, state);
      const profile = profileOf(claims);
      if (!profile) throw new Refusal('no_email');
      await setSessionCookie(ctx, await signIn(ctx, key, profile, state.inviteCode));
    } catch (error) {
      const reason = refusalOf(error);
      if (reason === 'failed') logRepeated(log, 'warn', 'a log-in by OpenID Connect failed', { err: error });
      if (reason === 'failed' || reason === 'too_many')
        securityLog.record(reason === 'failed' ? 'sign-in-failed' : 'sign-in-limited', { address: addressOf(ctx) });
      address += `?error=${reason}`;
    }
    throw ctx.redirect(address);
  });

  /** The session of an account with this subject, or with the same email when both sides have proven it, or of a new account. */
  async function signIn(ctx: HookContext, key: AccountKey, profile: Profile, inviteCode: unknown) {
    const { internalAdapter } = ctx.context;
    const linked = await internalAdapter.findAccountOwnerByKey(key);
    const withEmail = linked ? null : await internalAdapter.findUserByEmail(profile.email);
    const isNew = !linked && !withEmail;
    const isProven = profile.emailVerified && withEmail?.user.emailVerified;
    // A stranger with the email learns nothing of it.
    const owner = linked && 'user' in linked ? linked.user : isProven && withEmail.user;
    if (owner && (await hasEndedProvider(pool, owner.id))) throw new Refusal('ended');
    if (isNew) {
      await admission.check(inviteCode, addressOf(ctx));
      await admission.count(inviteCode, addressOf(ctx));
    }
    const userInfo = { id: key.accountId, ...profile, phonenumber: '', inviteCode };
    const { data, error } = await handleOAuthUserInfo(ctx, { userInfo, account: key, disableSignUp: !isNew });
    if (error === 'account not linked' || error === 'unable to link account') {
      // It tells that the email has an account, as a sign-up does.
      await admission.count(inviteCode, addressOf(ctx));
      throw new Refusal('taken');
    }
    if (!data) {
      const isUsedUp = isNew && (await admission.isUsedUp(inviteCode));
      throw new Refusal(isUsedUp ? 'invitation_ended' : 'failed', new Error(error));
    }
    if (owner && (await hasEndedProvider(pool, owner.id))) {
      // It was ended while this log-in ran.
      await internalAdapter.deleteSession(data.session.token);
      await removeLinks(pool, owner.id);
      throw new Refusal('ended');
    }
    if (withEmail) onLinked(profile.email);
    return data;
  }

  return { id: 'openid-connect', endpoints: { startOidc: start, finishOidc: finish } } satisfies BetterAuthPlugin;
}

/** Who a person is there. With the issuer, because another one may give the same subject to somebody else. */
interface AccountKey {
  providerId: string;
  accountId: string;
}

/** Exchanges the code. Some providers leave the email out of the token. @throws unless state, nonce, PKCE and signature are right */
async function claimsIn(
  provider: Configuration,
  answer: URL,
  { codeVerifier, idTokenNonce, oauthState }: Awaited<ReturnType<typeof parseState>>,
): Promise<{ claims: Claims; key: AccountKey }> {
  const tokens = await authorizationCodeGrant(provider, answer, {
    pkceCodeVerifier: codeVerifier,
    expectedNonce: idTokenNonce!,
    expectedState: oauthState!,
    idTokenExpected: true,
  });
  const claims: Claims & { iss: string; sub: string } = tokens.claims()!;
  const { userinfo_endpoint: hasMore } = provider.serverMetadata();
  const key = { providerId: claims.iss, accountId: claims.sub };
  if (claims.email_verified !== undefined || !hasMore) return { claims, key };
  return { claims: { ...claims, ...(await fetchUserInfo(provider, tokens.access_token, claims.sub)) }, key };
}

const REFUSALS: Record<string, OidcRefusal> = {
  SIGN_UP_CLOSED: 'closed',
  INVITATION_NEEDED: 'invitation',
  INVITATION_ENDED: 'invitation_ended',
  SUSPENDED: 'suspended',
};

function refusalOf(error: unknown): OidcRefusal {
  if (error instanceof Refusal) return error.reason;
  if (error instanceof ProductError && error.code === 'too_many') return 'too_many';
  if (error instanceof AuthorizationResponseError && error.error === 'access_denied') return 'denied';
  if (!isAPIError(error)) return 'failed';
  return REFUSALS[String(error.body?.code)] ?? 'failed';
}
