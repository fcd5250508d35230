import type { FastifyReply, FastifyRequest } from 'fastify';
import { v5, v7 } from 'uuid';
import { READ_MODEL_HEADER } from '#bff/contract/base/headers.ts';
import type { AnswerOf, BodyOf, ParamsOf, QueryOf, RouteAuth, RouteContract } from '#bff/contract/base/route.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { savedButNotShown } from '#bff/kit/lib/api-error.ts';
import { READ_YOUR_WRITES_TIMEOUT_MS } from '#bff/kit/ports/read-models.ts';
import type { Actor } from '#core/kernel/log/event.ts';
import type { CommandResult, LedgerCommand } from '#core/ledger/ledger.ts';
import { type AdministratorActor, actorKey, type CustomerActor, ledgerActor, type RequestActor } from './actor.ts';

const ID_NAMESPACE = '5f2b4c4e-8c0a-5f1d-9a6b-7c2e1d3f4a55';

type ActorFor<A extends RouteAuth> = A extends 'administrator'
  ? AdministratorActor
  : A extends 'public'
    ? RequestActor
    : CustomerActor;

export type ExecuteOptions = {
  readonly step?: string;
  readonly wait?: boolean | 'shown';
  readonly actor?: Actor;
  /** Where it was decided earlier, by the settings of then. */
  readonly settingsVersion?: number;
  /** Wraps only the sending, without the wait for the read models; for a lock, for example. */
  readonly within?: (send: () => Promise<CommandResult>) => Promise<CommandResult>;
};

/** The input of a handler: parsed fields, the caller, and the ledger with this request's ids on every command. */
export type Call<R extends RouteContract> = {
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  readonly actor: ActorFor<R['auth']>;
  readonly correlationId: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /**
   * An id for a new object. It is the same when the request is repeated with its Idempotency-Key, so that a repetition after a crash finds
   * what the first attempt wrote. `name` distinguishes several ids of one request.
   */
  newId(name: string): string;
  /**
   * Sends a command and waits until the read models show it (with a limit; the header `x-read-model` is 'behind' where they do not). `step`
   * distinguishes several commands of one request. `wait: false` is for all but the last of them, `'shown'` where the answer reads what was
   * written. `actor` is given where it is not the caller. Never wait inside a database transaction: an open one can hold back what the
   * event store shows its readers, so the wait would be for itself.
   * @throws DomainError; ApiError 503 saved_but_not_shown
   */
  execute(command: LedgerCommand, options?: ExecuteOptions): Promise<CommandResult>;
  /** Waits as `execute` does, for commands that were sent without waiting. False where the read models are still behind. */
  shown(position: bigint): Promise<boolean>;
};

/** A handler returns the JSON answer. A handler of a file route sends the file by `call.reply` and returns that. */
export type Handler<R extends RouteContract> = (
  call: Call<R>,
) => Promise<R['response'] extends object ? AnswerOf<R> : FastifyReply>;

/** `requestKey` is the Idempotency-Key where there is one. */
export function createCall<R extends RouteContract>(
  deps: Pick<BffDeps, 'ledger' | 'readModels'>,
  request: FastifyRequest,
  reply: FastifyReply,
  requestKey: string | undefined,
): Call<R> {
  const actor = request.actor;
  const shown = async (position: bigint) => {
    const isShown = await deps.readModels.waitForPosition(position, READ_YOUR_WRITES_TIMEOUT_MS);
    reply.header(READ_MODEL_HEADER, isShown ? 'current' : 'behind');
    return isShown;
  };
  let requestId: string | undefined;
  const idOfRequest = () => {
    const owner = actorKey(actor) ?? 'visitor';
    requestId ??=
      requestKey === undefined ? v7() : v5(`${owner}/${request.method} ${request.url}/${requestKey}`, ID_NAMESPACE);
    return requestId;
  };
  return {
    params: request.params as ParamsOf<R>,
    query: request.query as QueryOf<R>,
    body: request.body as BodyOf<R>,
    // `authorize` has refused all other callers before the handler.
    actor: actor as ActorFor<R['auth']>,
    correlationId: request.correlationId,
    request,
    reply,
    newId: (name) => v5(`${idOfRequest()}/id/${name}`, ID_NAMESPACE),
    async execute(command, options = {}) {
      const send = () =>
        deps.ledger.execute(command, {
          commandId: v5(`${idOfRequest()}/command/${options.step ?? command.type}`, ID_NAMESPACE),
          correlationId: request.correlationId,
          actor: options.actor ?? ledgerActor(actor),
          settingsVersion: options.settingsVersion,
        });
      const result = await (options.within ? options.within(send) : send());
      // The object as it was before would look as if nothing had happened.
      if (options.wait !== false && !(await shown(result.position)) && options.wait === 'shown')
        throw savedButNotShown();
      return result;
    },
    shown,
  };
}
