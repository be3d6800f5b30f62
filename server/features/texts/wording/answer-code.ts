import { createHmac, timingSafeEqual } from 'node:crypto';

const MAC_BYTES = 16;
const ID_BYTES = 16;

/** The text's id with a keyed hash, so it needs no column. @param textId a UUID @returns base64url, 43 characters */
export function answerCode(secret: string, textId: string): string {
  const id = Buffer.from(textId.replaceAll('-', ''), 'hex');
  return Buffer.concat([id, macOf(secret, id)]).toString('base64url');
}

/** @returns the text's id; undefined for what is no code of ours */
export function readAnswerCode(secret: string, code: string): string | undefined {
  const bytes = Buffer.from(code, 'base64url');
  if (bytes.length !== ID_BYTES + MAC_BYTES || bytes.toString('base64url') !== code) return;
  const id = bytes.subarray(0, ID_BYTES);
  if (!timingSafeEqual(macOf(secret, id), bytes.subarray(ID_BYTES))) return;
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function macOf(secret: string, id: Buffer): Buffer {
  return createHmac('sha256', secret).update('answer ').update(id).digest().subarray(0, MAC_BYTES);
}
