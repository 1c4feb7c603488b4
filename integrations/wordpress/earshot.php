<?php
/**
 * Plugin Name:       Earshot
 * Description:       Podcast players in posts: a shortcode, an editor block, and links that become players.
 * Version:           0.2.0
 * Requires at least: 5.8
 * Requires PHP:      7.4
 * License:           MIT
 * License URI:       https://opensource.org/license/mit
 * Text Domain:       earshot
 * Domain Path:       /languages
 * Update URI:        false
 *
 * @package Earshot
 */

namespace Earshot;

defined( 'ABSPATH' ) || exit;

// wp-config.php can define these. They take precedence over the settings.
defined( 'EARSHOT_URL' ) || define( 'EARSHOT_URL', '' );
defined( 'EARSHOT_WIDGET_URL' ) || define( 'EARSHOT_WIDGET_URL', '' );
defined( 'EARSHOT_API_URL' ) || define( 'EARSHOT_API_URL', '' );

require __DIR__ . '/includes/addresses.php';
require __DIR__ . '/includes/options.php';
require __DIR__ . '/includes/player.php';
require __DIR__ . '/includes/pasted-code.php';
require __DIR__ . '/includes/oembed.php';
require __DIR__ . '/includes/block.php';
require __DIR__ . '/includes/settings.php';
require __DIR__ . '/includes/old-players.php';
require __DIR__ . '/includes/tool.php';

add_action(
	'init',
	function () {
		load_plugin_textdomain( 'earshot', false, basename( __DIR__ ) . '/languages' );
	},
	5 // Before any text is translated.
);
