import { type ComponentType, memo, Suspense, use } from 'react';

/**
 * A part of a page whose code is loaded after that of the page. The server renders it completely, and the browser
 * keeps that HTML, with its links and forms, until the code is loaded. The server calls `prepare` before it renders.
 */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Loaded: ComponentType<Props> | null = null;
  let loading: Promise<ComponentType<Props>> | null = null;

  function prepare(): Promise<ComponentType<Props>> {
    loading ??= load().then((Part) => {
      Loaded = Part;
      return Part;
    });
    return loading;
  }

  /** If a file does not arrive, the page must still work: its part stays as rendered by the server. */
  let arrival: Promise<ComponentType<Props>> | null = null;
  function arrive(): Promise<ComponentType<Props>> {
    arrival ??= prepare().catch(() => new Promise<never>(() => {}));
    return arrival;
  }

  function Content(props: Props) {
    const Part = Loaded ?? use(arrive());
    return <Part {...props} />;
  }

  // A change from above would make React render the part again before its code is loaded.
  const Part = memo(function LatePart(props: Props) {
    return (
      <Suspense>
        <Content {...props} />
      </Suspense>
    );
  }) as unknown as ComponentType<Props>;

  return { Part, prepare };
}
