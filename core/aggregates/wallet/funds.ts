// The money that a wallet may spend or pay out, in minor units. The decider, the BFF and the screens read this. It
// imports nothing.

/** What can be spent, including credit. Never below zero after any command. */
export const available = (wallet: {
  readonly balance: bigint;
  readonly held: bigint;
  readonly creditLimit: bigint;
}): bigint => wallet.balance - wallet.held + wallet.creditLimit;

/** What can be paid out: the balance that is not held. Credit can be spent in the store, never paid out. */
export function payable({ balance, held }: { readonly balance: bigint; readonly held: bigint }): bigint {
  return balance > held ? balance - held : 0n;
}
