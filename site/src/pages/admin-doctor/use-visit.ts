import { buildPath } from 'earshot/contract';
import { createScope } from 'earshot/internal';
import { ALL_API_ROUTES, type DoctorVisit } from 'earshot-site/contract';
import { useEffect, useState } from 'react';
import { useSite } from '../../site-context.tsx';

const ASK_EVERY_MS = 1_500;

/** A visit of the doctor, asked for again until it is over. */
export function useVisit(given: DoctorVisit | null): DoctorVisit | null {
  const { client } = useSite();
  const [known, setKnown] = useState(given);
  const [asked, setAsked] = useState(0);
  const visit = known?.visit_id === given?.visit_id ? known : given;
  const visit_id = visit?.visit_id;
  const isMoving = visit?.state === 'waiting' || visit?.state === 'running';

  useEffect(() => {
    if (!client || !isMoving || visit_id === undefined) return;
    const scope = createScope();
    const ask = async () => {
      const path = buildPath(ALL_API_ROUTES, 'host_doctor_visit', { visit_id });
      const answer = await client.api
        .get<{ visit: DoctorVisit }>(path, {}, scope.signal)
        .catch(() => null); // asked again
      if (scope.disposed) return;
      if (answer) setKnown(answer.visit);
      setAsked(asked + 1);
    };
    scope.timeout(() => void ask(), ASK_EVERY_MS);
    return scope.dispose;
  }, [client, isMoving, visit_id, asked]);

  return visit;
}
