import type { FeedToken, Pager, Show } from 'earshot/contract';
import { ALL_PAGE_ROUTES } from 'earshot-site/contract';
import { useState } from 'react';
import { LinkBelow } from '../../action.tsx';
import { Pages } from '../../parts/pages.tsx';
import { useSite, useTexts } from '../../site-context.tsx';
import { AskingAction } from '../../studio/asking-action.tsx';
import { LocalTime } from '../../studio/local-time.tsx';
import { NothingYet } from '../../studio/nothing-yet.tsx';
import { ShowHead } from '../../studio/show-head.tsx';
import { ShownOnce } from '../../studio/shown-once.tsx';
import { studioPath } from '../../studio/studio-paths.ts';
import { AddSubscriber, type NewFeed } from './add-subscriber.tsx';

interface PrivateFeedsProps {
  show: Show;
  pager: Pager<FeedToken>;
  /** False if the plan of the show's owner has no private feeds. Existing ones stay. */
  mayAdd: boolean;
  /** The feed that a form without JavaScript has made. */
  made: NewFeed | null;
  /** The errors of such a form, and the name in it. */
  errors: readonly string[];
  typed: string;
}

/** The subscribers who have feeds of their own, with the private episodes of a show. */
export function Page({ show, pager, mayAdd, made: first, errors, typed }: PrivateFeedsProps) {
  const studio = useTexts('studio');
  const t = useTexts('privateFeeds');
  const [made, setMade] = useState(first); // a refresh of the page has no addresses
  const address = studioPath('private-feeds', { show_id: show.show_id });
  return (
    <>
      <ShowHead show={show} part="private" />
      <h2>{studio('private_feeds')}</h2>
      <p>
        {t('text')} {t('episodes', { choice: studio('visibility_private') })}
      </p>
      <section className="studio-box" aria-labelledby="add-subscriber">
        <h3 id="add-subscriber">{t('add')}</h3>
        {mayAdd ? (
          <AddSubscriber errors={errors} typed={typed} onMade={setMade} />
        ) : (
          <NoPlan show={show} />
        )}
        {made && (
          <ShownOnce
            key={made.token_id}
            text={t('once', { name: made.name })}
            label={t('address', { name: made.name })}
            secret={made.feed_url}
          />
        )}
      </section>
      <section aria-labelledby="subscribers">
        <h3 id="subscribers">{t('subscribers')}</h3>
        {pager.results.length === 0 && <NothingYet title={t('none')} text={t('none_text')} />}
        <ul className="studio-rows">
          {pager.results.map((feed) => (
            <Row
              key={feed.token_id}
              feed={feed}
              onEnded={() => made?.token_id === feed.token_id && setMade(null)}
            />
          ))}
        </ul>
        <Pages pager={pager} hrefOf={(page) => address + (page > 1 ? `?page=${page}` : '')} />
      </section>
    </>
  );
}

/** Only the owner of a show can choose another plan. */
function NoPlan({ show }: { show: Show }) {
  const { config } = useSite();
  const t = useTexts('privateFeeds');
  if (config.USER?.user_id !== show.user_id) return <p>{t('owner_plan_lacks')}</p>;
  return (
    <>
      <p>{t('plan_lacks')}</p>
      <LinkBelow href={ALL_PAGE_ROUTES.plans}>{t('see_plans')}</LinkBelow>
    </>
  );
}

function Row({ feed, onEnded }: { feed: FeedToken; onEnded: () => void }) {
  const t = useTexts('privateFeeds');
  const { token_id, name, created_at, last_used_at } = feed;
  return (
    <li>
      <div className="studio-row-text">
        <strong dir="auto">{name}</strong>
        <p>
          <span>
            {t('made')} <LocalTime date={created_at} />
          </span>
          <span>
            {last_used_at ? (
              <>
                {t('read')} <LocalTime date={last_used_at} />
              </>
            ) : (
              t('never')
            )}
          </span>
        </p>
      </div>
      <AskingAction
        fields={{ do: 'end', token_id }}
        label={t('end')}
        name={t('end_name', { name })}
        question={t('end_sure', { name })}
        text={t('end_text')}
        done={t('ended')}
        onAnswer={onEnded}
      />
    </li>
  );
}
