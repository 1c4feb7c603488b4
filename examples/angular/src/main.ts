import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { defineEarshotPlayer } from 'earshot/embed';

void defineEarshotPlayer();

@Component({
  selector: 'app-root',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <earshot-player widget-url="https://pod.example" resource="episode_id=1">
      <a href="https://pod.example/user/ada/first-light">Listen to First light</a>
    </earshot-player>
  `,
  styles: `
    earshot-player {
      display: block;
      min-height: 200px;
    }
  `,
})
class App {}

void bootstrapApplication(App);
