import { EarshotPlayer } from './earshot-player.jsx';

export default function Page() {
  return (
    <EarshotPlayer widget-url="https://pod.example" resource="episode_id=1">
      <a href="https://pod.example/user/ada/first-light">Listen to First light</a>
    </EarshotPlayer>
  );
}
