import type { AcceptedTexts } from '#bff/contract/base/accepted-texts.ts';
import { Card } from '#web/ui/page/card.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';
import { TextLink } from '#web/ui/text/text-link.tsx';

/** Which versions of the seller's texts the customer accepted at sign-up. */
export function AcceptedCard({ accepted }: { accepted: AcceptedTexts | null }) {
  return (
    <Card title="Accepted terms">
      {accepted === null ? (
        <p className="text-sm text-muted">
          None. The store had not written its terms when this account was made, or did not ask for them yet.
        </p>
      ) : (
        <>
          <p className="text-sm text-muted">
            At sign-up, on <DateText value={accepted.at} format="datetime" />
          </p>
          <ul className="mt-2 flex flex-col gap-1.5 text-sm">
            {accepted.texts.map(({ name, title, version, since }) => (
              <li key={name}>
                <TextLink href={`/${name}?version=${version}`}>{title}</TextLink>, version {version}
                {since !== null && (
                  <>
                    {' '}
                    of <DateText value={since} />
                  </>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
